/* Panels that machines share. */
#ifndef PAIRLANES_FIGURE_MACHINES_H
#define PAIRLANES_FIGURE_MACHINES_H

#include "harness/report/figures/figure.h"

/**
 * Gathers the points of a figure. With `shared`, panels that differ in the machine alone become
 * one: the colour of a curve stays that of its strategy, of whose tunings the fastest counts, each
 * machine has a mark and a dash pattern of its own, and both are in the legend; bars become marks.
 * Figures whose marks and colours mean something else, or whose bars have parts, keep a panel for
 * each machine. Errors are those of figure->gather.
 */
bool figure_gather(const struct figure *figure, const struct records *records, bool shared,
                   struct figure_data *data, struct error *error);

#endif
