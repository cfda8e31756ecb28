/*
 * Configurations of GROMACS. Lines of .gro files have fixed columns, and the number of decimals
 * determines their width. .g96 files have blocks TITLE, POSITION or POSITIONRED, VELOCITY or
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
 * Fills in box, positions and, if the file has them, velocities. Stores the names of the atoms; the
 * caller frees them. `frame` counts from 1; 0: reads the first frame, and notes that others exist.
 * EXIT_USAGE with file and line if the file is wrong. Then `system` may still have to be freed, and
 * *names is NULL.
 */
bool gromacs_coordinates_read(const char *path, int64_t frame, struct system *system,
                              struct gromacs_name **names, struct error *error);
