/* The figures that results can be drawn as. */
#ifndef PAIRLANES_FIGURE_H
#define PAIRLANES_FIGURE_H

#include "harness/base/error.h"
#include "harness/report/figures/figure_data.h"
#include "harness/results/record.h"

#include <stdbool.h>

struct figure {
    const char *name;
    const char *title;
    const char *needs; /* what the results must hold */
    /** Gathers the points. There are none if the results do not hold what the figure needs. */
    bool (*gather)(const struct records *records, struct figure_data *data, struct error *error);
};

/** The figures, ended by one without a name. */
const struct figure *figures(void);

/** Finds a figure by name; NULL if there is none. */
const struct figure *figure_find(const char *name);

#endif
