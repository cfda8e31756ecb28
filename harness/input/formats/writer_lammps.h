/* Common code of writers of LAMMPS data files. */
#pragma once

#include "harness/input/formats/writer.h"

/** Writes the title and the numbers of atoms and of their types, which it returns. */
int32_t writer_lammps_types(const struct system *system, FILE *stream);

/** Writes the box, and the section Masses of `types` types of a model; NULL: each has mass 1. */
void writer_lammps_box(const struct system *system, const struct model *model, int types,
                       FILE *stream);

/** Writes the section Atoms of a style; `molecule` is the field after the number, "0 ", or "". */
void writer_lammps_atoms(const struct system *system, const char *style, const char *molecule,
                         FILE *stream);

/** Writes the section Velocities, if the system has any. */
void writer_lammps_velocities(const struct system *system, FILE *stream);
