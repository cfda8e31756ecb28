/* Input of figures: the cases of results as JSON, with data that only the driver can compute. */
#pragma once

#include "harness/base/error.h"
#include "harness/results/record.h"

/**
 * Makes an object with "cases", in the order of the records, each with its members ("item"), its
 * order among the timed ones, its group and system, the times that are not to be trusted, its work,
 * the ceilings of its device and the power laws of its energies; "published", the papers' numbers
 * in the claims of the results; "configs", the names of these; "kernels"; "strategies". The caller
 * deletes it. NULL with the errors of claims_add.
 */
cJSON *figure_records(const struct records *records, struct error *error);
