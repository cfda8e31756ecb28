/* Headers of LAMMPS data files: the counts, and the box. */
#pragma once

#include "harness/base/error.h"
#include "harness/base/files/text_file.h"
#include "harness/input/formats/lammps_line.h"
#include "harness/input/formats/lammps_styles.h"

/* the kinds of bonded terms come first, in the order of enum lammps_kind */
enum { LAMMPS_ATOMS = LAMMPS_KINDS, LAMMPS_ELLIPSOIDS, LAMMPS_COUNTED };

/** Names of counted items: "bonds". */
extern const char *const lammps_counted[LAMMPS_COUNTED];

/** Zeroed: nothing is read yet. */
struct lammps_header {
    int64_t count[LAMMPS_COUNTED];
    bool counted[LAMMPS_COUNTED];
    int64_t types[LAMMPS_ATOMS + 1]; /* types of bonded terms and of atoms; 0: not given */
    double low[3], edge[3];
    double tilt[3];
    bool tilted; /* true after the tilts */
};

/** Reads a line of the header. EXIT_USAGE for any other line, and for a count of items that are not
 * supported. */
bool lammps_header_read(const struct text_file *file, const struct lammps_line *line,
                        struct lammps_header *header, struct error *error);

/** Refuses a header without a box or with a tilted one; the current line is the one after it. */
bool lammps_header_check(const struct text_file *file, const struct lammps_header *header,
                         struct error *error);

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
