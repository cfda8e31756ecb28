/* The figures that results can be drawn as. */
#ifndef PAIRLANES_FIGURE_H
#define PAIRLANES_FIGURE_H

#include "harness/base/error.h"
#include "harness/report/figures/figure_data.h"
#include "harness/results/record.h"

#include <stdbool.h>
#include <stddef.h>

/** A number of a case: how to find it, and what tells its curves apart. */
struct figure_quantity {
    /** What tells a curve from others, besides the order of the particles and what lists say of
     * pairs; of its cases each point is that of the least number. */
    const char *(*curve)(const struct records *records, const struct record *record,
                         char text[FIGURE_LABEL]);
    size_t timing;                                 /* the time of a record, without `number` */
    double (*number)(const struct record *record); /* NAN if the case does not have it */
    bool no_entries; /* whether it does not depend on what lists say of pairs */
    bool all_skins;  /* whether cases of all skins share panels */
    bool peers;      /* whether other engines stand beside */
};

/** A figure that results can be drawn as. */
struct figure {
    const char *name;
    const char *title;
    const char *needs; /* what the results must hold */
    /** Gathers the points. There are none if the results do not hold what the figure needs. */
    bool (*gather)(const struct records *records, struct figure_data *data, struct error *error);
    enum figure_form form;
    const char *x, *y;               /* labels of the axes, with units; NULL if the points decide */
    const char *axes;                /* words that plots/style.gp explains; NULL for linear axes */
    bool quantities;                 /* whether each row is a quantity, the label of its y */
    struct figure_quantity quantity; /* of figure_gather_quantity */
};

/** The figures, ended by one without a name. */
const struct figure *figures(void);

/** Finds a figure by name; NULL if there is none. */
const struct figure *figure_find(const char *name);

#endif
