/*
 * Configurations of GROMACS: .gro files have lines of fixed columns, whose width follows from the
 * number of decimals; .g96 files have blocks TITLE, POSITION or POSITIONRED, VELOCITY or
 * VELOCITYRED, BOX. Lengths are in nm, velocities in nm/ps. The box has to be rectangular.
 */
#pragma once

#include "harness/base/files/text_file.h"
#include "harness/particles/system.h"

enum { GROMACS_ATOM_NAME = 8 };

/** Name of an atom in the file; "": none. */
struct gromacs_name {
    char text[GROMACS_ATOM_NAME];
};

/**
 * Reads a configuration of a file (.g96 by its suffix, otherwise .gro) and allocates the system.
 * Fills in box, positions and, if the file has them, velocities, and the names of the atoms, which
 * the caller frees. `frame` counts from 1; 0: the first, with a note if there are others.
 * EXIT_USAGE with file and line; then `system` may still have to be freed, and *names is NULL.
 */
bool gromacs_coordinates_read(const char *path, int64_t frame, struct system *system,
                              struct gromacs_name **names, struct error *error);
