/*
 * A group is cases that share a system and a workload; they are verified together and timed in
 * turns.
 */
#pragma once

#include "harness/base/error.h"
#include "harness/measure/runner.h"

#include <stdbool.h>
#include <stdint.h>

/**
 * Runs a group, the `count` cases of a run beginning with `first`, on an open device, except cases
 * that the results have. Each case is recorded with its numbers, or with the reason why it has
 * none. False only if the run cannot go on.
 */
bool group_run(struct runner *runner, const struct opened *opened, int64_t first, int count,
               struct error *error);
