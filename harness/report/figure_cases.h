/* Which cases of the results a figure shows. */
#ifndef PAIRLANES_FIGURE_CASES_H
#define PAIRLANES_FIGURE_CASES_H

#include "harness/base/error.h"
#include "harness/report/figure_data.h"
#include "harness/results/record.h"

#include <stdbool.h>

/** Adds the points of a case. If it returns false, with the error set, the gathering ends. */
typedef bool figure_add(const struct records *records, const struct record *record,
                        struct figure_data *data, struct error *error);

/** Calls `add` for the fastest case of every strategy in every group. EXIT_ENVIRONMENT if memory
 * runs out. */
bool figure_for_each_best(const struct records *records, struct figure_data *data, figure_add *add,
                          struct error *error);

/** Calls `add` for the fastest case of every tuning. It goes through systems before devices, so
 * that panels come in their order. */
bool figure_for_each_tuned(const struct records *records, struct figure_data *data, figure_add *add,
                           struct error *error);

/** Whether no timed case of this model, device, precision and density has more particles. */
bool figure_is_largest(const struct records *records, const struct record *record);

#endif
