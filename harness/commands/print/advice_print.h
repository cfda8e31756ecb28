/* Output of `pairlanes advise`. */
#pragma once

#include "harness/base/error.h"
#include "harness/base/table.h"
#include "harness/config/cases.h"
#include "harness/search/advise.h"
#include "harness/search/placings.h"

#include <stdbool.h>

/**
 * Writes the case in words, the strategies in their order, the advice, and why the others are
 * slower. The placings must have a row. There is no advice while a search has not `converged`.
 * EXIT_USAGE as of table_write.
 */
bool advice_print(const struct placings *placings, const struct cases *cases, const char *device,
                  bool converged, bool step, struct table_style *style, struct error *error);

/**
 * Writes the files with the records of placings, the points between which times are interpolated,
 * and the missing strategies.
 */
void advice_print_sources(const struct placings *placings, const struct cases *cases,
                          const struct table_style *style);

/**
 * Writes the progress of a search, and which cases took the time if it was longer than the
 * `announced` seconds.
 */
void advice_print_search(const struct advice *advice, double announced,
                         const struct table_style *style);

/** Writes how the advised setting compares with the best of a sweep. */
void advice_print_check(const struct advice_check *check, const struct table_style *style);
