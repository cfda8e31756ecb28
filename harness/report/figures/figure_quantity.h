/* Figures of one number of each case, against the number of particles. */
#ifndef PAIRLANES_FIGURE_QUANTITY_H
#define PAIRLANES_FIGURE_QUANTITY_H

#include "harness/report/figures/figure_data.h"

#include <stdbool.h>

/** A number of a case: what it is called, how the curves of cases are, and how to find it. */
struct figure_quantity {
    const char *figure; /* whose numbers of papers stand beside them */
    const char *label;  /* with its unit */
    /** What tells a curve from others, besides the order of the particles and what lists say of
     * pairs; of its cases each point is that of the least number. */
    const char *(*curve)(const struct records *records, const struct record *record,
                         char text[FIGURE_LABEL]);
    bool no_entries; /* whether it does not depend on what lists say of pairs */
    bool all_skins;  /* whether cases of all skins share panels */
    /** Sets y, low, high and doubtful of a point; false if the case does not have the number. */
    bool (*find)(const struct record *record, struct figure_point *point);
};

/** Gathers curves against the number of particles; if no curve has two points, bars in a panel for
 * each system. Errors as of figure_add_point. */
bool figure_gather_quantity(const struct records *records, const struct figure_quantity *quantity,
                            struct figure_data *data, struct error *error);

#endif
