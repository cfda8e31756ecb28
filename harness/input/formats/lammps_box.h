/* The boxes of LAMMPS, in data files and dumps: bounds along each axis, and tilts. */
#ifndef PAIRLANES_LAMMPS_BOX_H
#define PAIRLANES_LAMMPS_BOX_H

#include "harness/base/error.h"
#include "harness/base/files/text_file.h"
#include "harness/particles/system.h"

/** Sets the box along an axis to the bounds that the current line has, and `low` to the lower one.
 * EXIT_USAGE if they are none. */
bool lammps_box_axis(const struct text_file *file, const double bounds[2], int axis, double *low,
                     struct system *system, struct error *error);

/** Refuses a box with tilts, so many numbers at the cursor, that are not 0: EXIT_USAGE. */
bool lammps_box_tilt(const struct text_file *file, const char *cursor, int count,
                     struct error *error);

#endif
