/* The table of figures, plots/figures.json. plots/figures.py computes the points of each figure. */
#pragma once

#include "harness/base/error.h"
#include "harness/base/words.h"

/** A figure that can be drawn from results. */
struct figure {
    const char *name, *title;
    const char *needs; /* data that the results must contain */
};

/**
 * Returns the figures; the last one has no name. The table is read once. NULL with the errors of
 * data_path and json_file_read.
 */
const struct figure *figures(struct error *error);

/** Finds a figure by name; NULL if there is none. */
const struct figure *figure_find(const char *name);

/** Appends the names of all figures; none if the table cannot be read. */
void figure_names(struct words *names);
