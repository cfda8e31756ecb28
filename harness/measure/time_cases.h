/* Times the verified cases of a group in turns, quantity by quantity. */
#pragma once

#include "harness/base/error.h"
#include "harness/measure/case_state.h"

#include <stdbool.h>

/**
 * Measures energy and counters of the group's cases, where requested, then times all quantities,
 * and records each case as soon as its last one is known. On an interrupt, records the cases with
 * enough samples. False only if the run cannot go on.
 */
bool time_cases(struct group *group, struct error *error);
