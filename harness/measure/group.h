/* Cases that share a system and a workload: chosen, verified together, timed in turns. */
#pragma once

#include "harness/base/error.h"
#include "harness/measure/runner.h"

#include <stdbool.h>
#include <stdint.h>

/**
 * Runs the `count` cases of a run from `first` on, one group, on an open device, except those that
 * the results have. Each is recorded with its numbers, or with the reason why it has none. False
 * only if the run cannot go on.
 */
bool group_run(struct runner *runner, const struct opened *opened, int64_t first, int count,
               struct error *error);
