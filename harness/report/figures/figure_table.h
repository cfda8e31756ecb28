/* The tidy table of a figure, which gnuplot and others read. */
#ifndef PAIRLANES_FIGURE_TABLE_H
#define PAIRLANES_FIGURE_TABLE_H

#include "harness/report/figures/figure_data.h"
#include "harness/report/figures/figure_headings.h"

#include <stdio.h>

/** Writes a line with the names of the columns, then a row per point, of which those of a panel and
 * of its curves are together; docs/plotting.md explains the columns. Failures are kept by the
 * stream. */
void figure_write_table(FILE *stream, const struct figure_data *data,
                        const struct figure_headings *headings);

#endif
