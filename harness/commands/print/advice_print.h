/* Output of `pairlanes advise`. */
#pragma once

#include "harness/base/error.h"
#include "harness/base/table.h"
#include "harness/config/cases.h"
#include "harness/search/advise.h"
#include "harness/search/placings.h"

#include <stdbool.h>

/** Writes the case in words, the strategies in their order, the advice, and why the others are
 * slower; of placings that have one row at least. Nothing is advised as long as a search has not
 * `converged`. EXIT_USAGE and EXIT_ENVIRONMENT as of
 * table_write. */
bool advice_print(const struct placings *placings, const struct cases *cases, const char *device,
                  bool converged, bool step, struct table_style *style, struct error *error);

/**
 * Writes the files that placings come from, the points between which times lie, and the strategies
 * that are missing.
 */
void advice_print_sources(const struct placings *placings, const struct cases *cases,
                          const struct table_style *style);

/** Writes how far a search has come, and where the time went if it took longer than `announced`
 * seconds. */
void advice_print_search(const struct advice *advice, double announced,
                         const struct table_style *style);

/** Writes how the advised setting compares with the best of a sweep. */
void advice_print_check(const struct advice_check *check, const struct table_style *style);
