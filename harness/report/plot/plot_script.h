/* What gnuplot gets of a figure: its data, and a script in which all that comes from results is
 * data, too. */
#ifndef PAIRLANES_PLOT_SCRIPT_H
#define PAIRLANES_PLOT_SCRIPT_H

#include "harness/report/figures/figure.h"
#include "harness/report/plot/plot_layout.h"

#include <stdio.h>

enum { PLOT_DRAWINGS = 3 };

/** The formats that a figure is drawn in, which are also what the names of the files end with. */
extern const char *const plot_drawings[PLOT_DRAWINGS];

/** Writes the data of a figure, a block of lines per panel and curve. */
void plot_write_data(FILE *stream, const struct figure_data *data);

/** Writes the script that draws NAME.png, NAME.svg and NAME.pdf of a figure on a page from NAME.tsv
 * with the scripts in plots/, all of them below the current folder. */
void plot_write_script(FILE *stream, const struct figure *figure, const struct figure_data *data,
                       const struct plot_page *page);

#endif
