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
 * Runs a group on an open device: the `count` cases of a run, starting at `first`. Leaves out cases
 * that the results contain. Records each case with its numbers, or with the reason why it has none.
 * False only if the run cannot continue.
 */
bool group_run(struct runner *runner, const struct opened *opened, int64_t first, int count,
               struct error *error);
