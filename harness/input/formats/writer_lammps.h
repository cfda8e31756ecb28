/* Common code of writers of LAMMPS data files. */
#pragma once

#include "harness/input/formats/writer.h"

/** Writes the section Masses of `types` types of a model; NULL: each has mass 1. */
void writer_lammps_masses(const struct model *model, int types, FILE *stream);

/** Writes the section Velocities, if the system has any. */
void writer_lammps_velocities(const struct system *system, FILE *stream);
