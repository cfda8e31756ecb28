/* Names the curves and panels of figures, and chooses the colours of curves. */
#ifndef PAIRLANES_FIGURE_LABELS_H
#define PAIRLANES_FIGURE_LABELS_H

#include "harness/report/figure_data.h"
#include "harness/results/record.h"

/* Curves, rows and columns are indices, -1 if there are too many. */

/** The colour of a strategy, the same in all figures. It is `unknown` for a name that is not one
 * of ours. */
int figure_strategy_colour(const char *name, int unknown);

/** The curve of a strategy, drawn in its colour. */
int figure_strategy_curve(struct figure_data *data, const char *name);

/** The curve of a strategy with a tuning. It has the strategy's colour and a dash pattern of its
 * own. Its name tells the tuning values that vary among the cases of the strategy on its
 * backend. */
int figure_tuned_curve(const struct records *records, struct figure_data *data,
                       const struct record *record);

/** The record's device, behind it the compiler and the instruction set of its kernels if the
 * results hold cases of several on that device. */
const char *figure_device_text(const struct records *records, const struct record *record,
                               char text[FIGURE_LABEL]);

/** The model's name, with its parameters if the results hold it with several sets of them. */
const char *figure_model_text(const struct records *records, const struct record *record,
                              char text[FIGURE_LABEL]);

/** The row of a setting and the record's model. */
int figure_model_row(const struct records *records, struct figure_data *data,
                     const struct record *record, const char *setting);

/** The row of the record's device, precision and model. */
int figure_setting_row(const struct records *records, struct figure_data *data,
                       const struct record *record);

/** The column of the record's model and density. */
int figure_system_column(const struct records *records, struct figure_data *data,
                         const struct record *record);

#endif
