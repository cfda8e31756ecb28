/*
 * Draws figures of results: plots/figures.py gathers their points, and calls gnuplot with the
 * scripts in plots/.
 */
#pragma once

#include "harness/base/error.h"
#include "harness/report/figures/figure.h"
#include "harness/results/record.h"

#include <cjson/cJSON.h>

/** Width of drawings, and their folder. */
struct plot_page {
    double width;      /* width in centimetres */
    const char *below; /* folder within that of the figures; ".": that folder itself */
};

/** Selection of figures. */
struct plot_wanted {
    const char *const *names; /* names, NULL after the last; NULL: all figures */
    bool shared;              /* true if machines share panels */
    const char *folder;       /* folder of the drawings, made if it is missing */
    const struct plot_page *page;
    int pages;
};

/**
 * Draws figures as NAME.png and NAME.svg, and writes their tables as NAME.tsv. `figures` becomes a
 * list of those that the results have data for, which the caller deletes: name, title, and the
 * meaning of open symbols ("published"); or name and "unfit", the reason, if a figure has more
 * panels or curves than fit. EXIT_ENVIRONMENT if gnuplot or python3 are missing or fail, if a
 * drawing is not complete, or if the folder cannot be written; earlier drawings then stay.
 */
bool plot_draw(const struct records *records, const struct plot_wanted *wanted, cJSON **figures,
               struct error *error);
