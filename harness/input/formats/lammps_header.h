/* Reads the headers of LAMMPS data files: counts, and bounds of the box. */
#pragma once

#include "harness/base/error.h"
#include "harness/base/files/text_file.h"
#include "harness/input/formats/lammps_line.h"
#include "harness/input/formats/lammps_styles.h"

/* the kinds of bonded terms come first, in the order of enum lammps_kind */
enum { LAMMPS_ATOMS = LAMMPS_KINDS, LAMMPS_ELLIPSOIDS, LAMMPS_COUNTED };

/** Names of the counted items, such as "bonds". */
extern const char *const lammps_counted[LAMMPS_COUNTED];

/** Counts and box of a header; zeroed: nothing is read yet. */
struct lammps_header {
    int64_t count[LAMMPS_COUNTED];
    bool counted[LAMMPS_COUNTED];
    int64_t types[LAMMPS_ATOMS + 1]; /* number of types per kind of bonded term, and of atom types;
                                      * 0: not given */
    double low[3], edge[3];
    double tilt[3];
    bool tilted; /* true if a line of tilts has been read */
};

/* Reads a line of the header. EXIT_USAGE if the line is unknown, or counts unsupported items. */
bool lammps_header_read(const struct text_file *file, const struct lammps_line *line,
                        struct lammps_header *header, struct error *error);

/**
 * Refuses a header without a box, or with a tilted box; the current line is the first after the
 * header.
 */
bool lammps_header_check(const struct text_file *file, const struct lammps_header *header,
                         struct error *error);

/**
 * Sets the edge of the box along an axis from the bounds on the current line. EXIT_USAGE if its
 * length is invalid.
 */
bool lammps_box_axis(const struct text_file *file, const double bounds[2], double *edge,
                     struct error *error);

/**
 * Refuses tilts of a box that exceed rounding errors (reader_is_skew): EXIT_USAGE, with the current
 * line.
 */
bool lammps_box_tilt(const struct text_file *file, const double tilt[3], const double box[3],
                     struct error *error);
