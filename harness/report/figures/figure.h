/* Figures of results: the table plots/figures.json; plots/figures.py gathers their points. */
#pragma once

#include "harness/base/error.h"
#include "harness/base/words.h"

/** A figure that results can be drawn as. */
struct figure {
    const char *name, *title;
    const char *needs; /* data that the results must hold */
};

/** The figures, ended by one without a name; the table is read once. NULL with the errors of
 * data_path and json_file_read. */
const struct figure *figures(struct error *error);

/** Finds a figure by name; NULL if there is none. */
const struct figure *figure_find(const char *name);

/** Appends the names of the figures, none if their table cannot be read. */
void figure_names(struct words *names);
