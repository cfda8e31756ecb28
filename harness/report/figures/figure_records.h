/*
 * Makes the input of figures: the cases of results as JSON, with derived data that plots/figures.py
 * does not compute.
 */
#pragma once

#include "harness/base/error.h"
#include "harness/results/record.h"

/**
 * Makes an object with the following members. "cases" has the cases in the order of the records.
 * Each has its members ("item"), its order among the timed cases, its group and system, and the
 * times that cannot be trusted. It also has its work, the ceilings of its device, and the power
 * laws of its energies. "published": the papers' numbers in the claims of the results. "configs":
 * the names of the configs. Further members are "kernels" and "strategies". The caller deletes the
 * object. NULL if claims_add fails.
 */
cJSON *figure_records(const struct records *records, struct error *error);
