/* Common code of writers of LAMMPS data files. */
#pragma once

#include "harness/input/formats/writer.h"

/** Writes the section Velocities, if the system has any. */
void writer_lammps_velocities(const struct system *system, FILE *stream);
