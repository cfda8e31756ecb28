/* Times of other engines on the same particles, which scripts/peers has added to cases. */
#ifndef PAIRLANES_FIGURE_PEERS_H
#define PAIRLANES_FIGURE_PEERS_H

#include "harness/report/figures/figure_data.h"

#include <stdbool.h>

/** Adds to a figure of steps against the number of particles the steps of other engines, a curve
 * for each engine, in the panels of the cases that have them. Errors as figure_add_point. */
bool figure_add_peers(struct figure_data *data, struct error *error);

#endif
