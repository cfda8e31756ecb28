/* Common code of writers of LAMMPS data files. */
#pragma once

#include "harness/input/formats/writer.h"

/**
 * Writes the title, the number of atoms and the number of atom types; returns the number of types.
 */
int32_t writer_lammps_types(const struct system *system, FILE *stream);

/** Writes the box and the section Masses for `types` types of a model; NULL: each mass is 1. */
void writer_lammps_box(const struct system *system, const struct model *model, int types,
                       FILE *stream);

/**
 * Writes the section Atoms in an atom style. `molecule` is the text of the field after the number:
 * "0 ", or "" if the style has no such field.
 */
void writer_lammps_atoms(const struct system *system, const char *style, const char *molecule,
                         FILE *stream);

/** Writes the section Velocities for a system with velocities. */
void writer_lammps_velocities(const struct system *system, FILE *stream);
