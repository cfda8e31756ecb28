/* The boxes of LAMMPS, in data files and dumps: bounds along each axis, and tilts. */
#pragma once

#include "harness/base/error.h"
#include "harness/base/files/text_file.h"

/**
 * Sets the edge of the box along an axis from the bounds on the current line. EXIT_USAGE for an
 * invalid length.
 */
bool lammps_box_axis(const struct text_file *file, const double bounds[2], double *edge,
                     struct error *error);

/**
 * Refuses the tilts of a box, which are on the current line or before it, if they exceed rounding
 * errors (reader_is_skew): EXIT_USAGE.
 */
bool lammps_box_tilt(const struct text_file *file, const double tilt[3], const double box[3],
                     struct error *error);
