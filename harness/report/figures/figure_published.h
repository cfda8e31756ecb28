/* The papers' own numbers, results/published/, beside those of their experiments. */
#ifndef PAIRLANES_FIGURE_PUBLISHED_H
#define PAIRLANES_FIGURE_PUBLISHED_H

#include "harness/report/figures/figure_data.h"

#include <stdbool.h>

/**
 * Adds to a figure against the number of particles what papers print for it, if the results are of
 * their experiments, as curves of their own: into each panel that has measured points of as many
 * particles. EXIT_USAGE if a file of theirs is no JSON, else as figure_add_point.
 */
bool figure_add_published(const struct records *records, const char *figure,
                          struct figure_data *data, struct error *error);

#endif
