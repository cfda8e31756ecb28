/* Draws figures of results: plots/figures.py gathers their points, gnuplot draws them with the
 * scripts in plots/. */
#ifndef PAIRLANES_PLOT_H
#define PAIRLANES_PLOT_H

#include "harness/base/error.h"
#include "harness/base/files/scratch.h"
#include "harness/report/figures/figure.h"
#include "harness/results/record.h"

#include <cjson/cJSON.h>

/** The drawings of a figure, as endings of their names: NAME.png and NAME.svg. */
enum { PLOT_DRAWINGS = 2 };
extern const char *const plot_drawings[PLOT_DRAWINGS];

/** Figures whose points are gathered, as tables in a folder. */
struct plot {
    struct scratch folder;
};

/**
 * Gathers the points of figures in a new folder in `folder`: of those in `names`, which ends with
 * NULL, or of all if it is NULL. `shared`: machines share panels. Call plot_end, unless it fails:
 * EXIT_ENVIRONMENT if gnuplot or python3 are missing or fail, or the folder cannot be written.
 */
bool plot_begin(struct plot *plot, const struct records *records, const char *const *names,
                bool shared, const char *folder, struct error *error);

/**
 * Returns the title of a figure, and the meaning of its open symbols ("published"); NULL if the
 * results have no data for it. The caller deletes it.
 */
cJSON *plot_found(const struct plot *plot, const struct figure *figure);

/**
 * Draws a figure at a width in centimetres. Writes its table to `folder`/NAME.tsv and the drawings
 * next to it, all of them when all are whole. EXIT_USAGE if it has more panels or curves than fit,
 * EXIT_ENVIRONMENT if gnuplot fails, is ended by a signal or leaves an incomplete drawing, or if
 * the folder cannot be written; earlier drawings then stay.
 */
bool plot_draw(const struct plot *plot, const struct figure *figure, const cJSON *found,
               const char *folder, double width, struct error *error);

/** Removes the folder. */
void plot_end(struct plot *plot);

#endif
