/* Headings of panels and names of curves that tell what differs, and a caption for the rest. */
#ifndef PAIRLANES_FIGURE_HEADINGS_H
#define PAIRLANES_FIGURE_HEADINGS_H

#include "harness/report/figures/figure_data.h"

enum { FIGURE_CAPTION = 4 * FIGURE_LABEL };

/** The texts of a figure's rows, columns and curves without what all of them say. */
struct figure_headings {
    struct figure_labels rows, columns, curves;
    char caption[FIGURE_CAPTION]; /* what all of them say, ", " between its parts */
};

/** Finds the headings. Parts of texts are between ", "; rows that are quantities stay whole, and so
 * do curves that are not of cases. */
void figure_find_headings(const struct figure_data *data, struct figure_headings *headings);

#endif
