/* Output of `pairlanes advise`. */
#pragma once

#include "harness/base/error.h"
#include "harness/base/table.h"
#include "harness/config/cases.h"
#include "harness/search/advise.h"
#include "harness/search/placings.h"

#include <stdbool.h>

/**
 * Writes the case in words, the strategies in their order, the advice, and why other strategies are
 * slower. There must be at least one placing. No advice is given if a search has not `converged`.
 * EXIT_USAGE like table_write.
 */
bool advice_print(const struct placings *placings, const struct cases *cases, const char *device,
                  bool converged, bool step, struct table_style *style, struct error *error);

/**
 * Writes the files that contain the records. Also writes the values between which times are
 * interpolated, and the strategies without a record.
 */
void advice_print_sources(const struct placings *placings, const struct cases *cases,
                          const struct table_style *style);

/**
 * Writes how far a search got and, if it took longer than the `announced` seconds, what took the
 * time.
 */
void advice_print_search(const struct advice *advice, double announced,
                         const struct table_style *style);

/** Writes how the advised setting compares with the best one of a full sweep. */
void advice_print_check(const struct advice_check *check, const struct table_style *style);
