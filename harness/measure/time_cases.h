/* Times the verified cases of a group in turns, quantity by quantity. */
#pragma once

#include "harness/base/error.h"
#include "harness/measure/case_state.h"

#include <stdbool.h>

/**
 * Measures energy and hardware counters of the group's cases if requested. Then times all
 * quantities, and records each case when its last quantity is known. After an interrupt, records
 * the cases with enough samples. False only if the run cannot continue.
 */
bool time_cases(struct group *group, struct error *error);
