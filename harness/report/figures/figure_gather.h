/* The functions that gather the points, one for each figure, for the table of figures. */
#ifndef PAIRLANES_FIGURE_GATHER_H
#define PAIRLANES_FIGURE_GATHER_H

#include "harness/base/error.h"
#include "harness/report/figures/figure_data.h"
#include "harness/results/record.h"

#include <stdbool.h>

/* Each works as `gather` in struct figure describes. */

bool figure_branches(const struct records *records, struct figure_data *data, struct error *error);
bool figure_cold(const struct records *records, struct figure_data *data, struct error *error);
bool figure_drift(const struct records *records, struct figure_data *data, struct error *error);
bool figure_energy(const struct records *records, struct figure_data *data, struct error *error);
bool figure_history(const struct records *records, struct figure_data *data, struct error *error);
bool figure_lanes(const struct records *records, struct figure_data *data, struct error *error);
bool figure_occupancy(const struct records *records, struct figure_data *data, struct error *error);
bool figure_pareto(const struct records *records, struct figure_data *data, struct error *error);
bool figure_roofline(const struct records *records, struct figure_data *data, struct error *error);
bool figure_scaling(const struct records *records, struct figure_data *data, struct error *error);
bool figure_speedup(const struct records *records, struct figure_data *data, struct error *error);
bool figure_speedup_density(const struct records *records, struct figure_data *data,
                            struct error *error);
bool figure_speedup_dt(const struct records *records, struct figure_data *data,
                       struct error *error);
bool figure_speedup_n(const struct records *records, struct figure_data *data, struct error *error);
bool figure_speedup_serial(const struct records *records, struct figure_data *data,
                           struct error *error);
bool figure_step_parts(const struct records *records, struct figure_data *data,
                       struct error *error);
bool figure_throughput(const struct records *records, struct figure_data *data,
                       struct error *error);
bool figure_time(const struct records *records, struct figure_data *data, struct error *error);

/** Gathers curves of figure->quantity against the number of particles; if no curve has two points,
 * bars in a panel for each system. */
bool figure_gather_quantity(const struct records *records, struct figure_data *data,
                            struct error *error);

#endif
