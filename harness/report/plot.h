/* Draws figures of results by gnuplot with the scripts in plots/. */
#ifndef PAIRLANES_PLOT_H
#define PAIRLANES_PLOT_H

#include "harness/base/error.h"
#include "harness/report/figure.h"
#include "harness/results/record.h"

/**
 * Draws one figure. Writes the data to `folder`/NAME.tsv and the drawings to NAME.png and NAME.svg.
 * Sets `*drawn` to whether the results held anything for it. EXIT_ENVIRONMENT if gnuplot is missing
 * or fails, or if the folder cannot be written.
 */
bool plot_figure(const struct figure *figure, const struct records *records, const char *folder,
                 bool *drawn, struct error *error);

/** Makes a folder and those above it. EXIT_ENVIRONMENT with the reason if that fails. */
bool plot_folder(const char *folder, struct error *error);

#endif
