/* Which cases of the results a figure shows. */
#ifndef PAIRLANES_FIGURE_CASES_H
#define PAIRLANES_FIGURE_CASES_H

#include "harness/base/error.h"
#include "harness/report/figures/figure_data.h"
#include "harness/results/record.h"

#include <stdbool.h>

/** Adds the points of a case. If it returns false, with the error set, the gathering ends. */
typedef bool figure_add(const struct records *records, const struct record *record,
                        struct figure_data *data, struct error *error);

/** Calls `add` for the fastest case of every strategy in every group. EXIT_ENVIRONMENT if memory
 * runs out. */
bool figure_for_each_best(const struct records *records, struct figure_data *data, figure_add *add,
                          struct error *error);

/** The timed cases by model, density and size, then as they were recorded. The caller frees the
 * list. NULL with EXIT_ENVIRONMENT if memory runs out. */
const struct record **figure_systems(const struct records *records, int64_t *count,
                                     struct error *error);

/** Calls `add` for every timed case. It goes through systems before devices, so that panels come in
 * their order. */
bool figure_for_each(const struct records *records, struct figure_data *data, figure_add *add,
                     struct error *error);

/** Whether one of a record's times is not to be trusted (trust.h). */
bool figure_is_doubtful(const struct record *record, const struct timing *timing);

/** Sets y, low, high, doubtful and record of a point to the speed-up of a record over another one
 * in a time of both; over itself it is 1. */
void figure_set_speedup(struct figure_point *point, const struct record *record,
                        const struct timing *timing, const struct record *baseline,
                        const struct timing *base);

/** Whether a figure shows anything of a case. */
typedef bool figure_shows(const struct record *record);

/** The particles of the largest system of a case's substance, device and number of threads of which
 * there is in every precision what the figure shows; if there is none, of the largest in its own. 0
 * if the figure shows nothing of them. */
double figure_most_particles(const struct records *records, const struct record *record,
                             figure_shows *shows);

#endif
