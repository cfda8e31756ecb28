/* `pairlanes run --worker`: the cases that another process gives this one
 * (measure/spread_worker.h).
 */
#pragma once

#include "harness/commands/options/run_arguments.h"

/** The first argument of such a process; those of the other process follow. */
#define RUN_WORKER "--worker"

/** Measures what the other process requests, which also reports errors. Returns the exit code. */
int run_worker(const char *program, struct run_arguments *arguments);
