/* Names the curves and panels of figures, and chooses the colours of curves. */
#ifndef PAIRLANES_FIGURE_LABELS_H
#define PAIRLANES_FIGURE_LABELS_H

#include "harness/report/figures/figure_data.h"
#include "harness/results/record.h"

/* Curves, rows and columns are indices, -1 if there are too many. */

/** The colour of a strategy, the same in all figures. It is `unknown` for a name that is not one
 * of ours. */
int figure_strategy_colour(const char *name, int unknown);

/** The curve of a name, in the colour of the record's strategy. */
int figure_named_curve(struct figure_data *data, const struct record *record, const char *name);

/*
 * Texts of a record that tell curves and panels apart; their parts have ", " between them. Each
 * function writes into `text` and returns it.
 */

/** The strategy with those tuning values that vary among its cases on its backend. */
const char *figure_tuned_text(const struct records *records, const struct record *record,
                              char text[FIGURE_LABEL]);

/** The strategy with its way to fill cells, if its cases have several. */
const char *figure_binned_text(const struct records *records, const struct record *record,
                               char text[FIGURE_LABEL]);

/** The same, with the way to build lists. */
const char *figure_listed_text(const struct records *records, const struct record *record,
                               char text[FIGURE_LABEL]);

/** The record's device, behind it the compiler and the instruction set of its kernels if the
 * results hold cases of several on that device. */
const char *figure_device_text(const struct records *records, const struct record *record,
                               char text[FIGURE_LABEL]);

/** The model's name, with those of its parameters that vary in the results, and where its particles
 * come from if they come from several places. */
const char *figure_physics_text(const struct records *records, const struct record *record,
                                char text[FIGURE_LABEL]);

/** The same, with the skin if the results have several. */
const char *figure_model_text(const struct records *records, const struct record *record,
                              char text[FIGURE_LABEL]);

/** The density; the range of densities if they are alike and each number of particles has but
 * one. */
const char *figure_density_text(const struct records *records, const struct record *record,
                                char text[FIGURE_LABEL]);

/** The record's device and precision. */
const char *figure_setting_text(const struct records *records, const struct record *record,
                                char text[FIGURE_LABEL]);

/** The row of a setting and the record's model, whatever the skin. */
int figure_model_row(const struct records *records, struct figure_data *data,
                     const struct record *record, const char *setting);

#endif
