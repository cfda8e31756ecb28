/*
 * Draws figures of results: plots/figures.py computes their points, and calls gnuplot with the
 * scripts in plots/.
 */
#pragma once

#include "harness/base/error.h"
#include "harness/report/figures/figure.h"
#include "harness/results/record.h"

#include <cjson/cJSON.h>

/** Width of drawings, and the folder for them. */
struct plot_page {
    double width;      /* width, cm */
    const char *below; /* subfolder of the folder of the figures; ".": the folder itself */
};

/** Figures to draw, with their form. */
struct plot_wanted {
    const char *const *names; /* names of the figures, then NULL; NULL instead of a list: all
                               * figures */
    bool shared;              /* true if results of several machines are drawn in the same panels */
    const char *folder;       /* folder of the drawings; it is made if it is missing */
    const struct plot_page *page;
    int pages;
};

/**
 * Draws figures as NAME.png and NAME.svg, and writes their tables as NAME.tsv. `figures` becomes a
 * list of the figures with data in the results: name, title, and the meaning of open symbols
 * ("published"). A figure with too many panels or curves has its name and the reason ("unfit")
 * instead. The caller deletes the list. EXIT_ENVIRONMENT if gnuplot or python3 are missing or fail,
 * if a drawing is not complete, or if the folder cannot be written. Earlier drawings then stay.
 */
bool plot_draw(const struct records *records, const struct plot_wanted *wanted, cJSON **figures,
               struct error *error);
