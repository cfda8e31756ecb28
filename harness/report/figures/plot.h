/* Draws figures of results by gnuplot with the scripts in plots/. */
#ifndef PAIRLANES_PLOT_H
#define PAIRLANES_PLOT_H

#include "harness/base/error.h"
#include "harness/report/figures/figure.h"
#include "harness/results/record.h"

#include <stdbool.h>

/** The drawings of a figure, as endings of their names: NAME.png and NAME.svg. */
enum { PLOT_DRAWINGS = 2 };
extern const char *const plot_drawings[PLOT_DRAWINGS];

/**
 * Draws a figure of a width in centimetres. Writes its table (figure_table.h) to `folder`/NAME.tsv
 * and the drawings beside it, all of them when all are whole. Sets `*drawn` to whether the results
 * held anything for it. `shared`: machines share panels (figure_machines.h). EXIT_ENVIRONMENT if
 * gnuplot is missing, fails, is ended by a signal or leaves a drawing that is not whole, or if the
 * folder cannot be written; what was there stays then.
 */
bool plot_figure(const struct figure *figure, const struct records *records, const char *folder,
                 double width, bool shared, bool *drawn, struct error *error);

/** Makes a folder and those above it. EXIT_ENVIRONMENT with the reason if that fails. */
bool plot_folder(const char *folder, struct error *error);

#endif
