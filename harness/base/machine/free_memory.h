/* Memory that this process may still allocate. */
#pragma once

#include "harness/base/error.h"

#include <stdbool.h>

/**
 * Returns the bytes that this process may still allocate: the least of what the kernel reports as
 * available, what its control groups (version 1 or 2, with the groups above) leave, and what its
 * limit of address space leaves. INFINITY if unknown.
 */
double free_memory(void);

/** Divides later results of free_memory by the number of processes that run at the same time. */
void free_memory_share(int processes);

/**
 * Like free_memory, for a system whose /proc and /sys are in the folder `root`, and without the
 * limit of address space.
 */
double free_memory_below(const char *root);

/**
 * Whether `needed` bytes are available; if not, EXIT_ENVIRONMENT with both numbers. `what` names
 * what they are for.
 */
bool free_memory_suffices(const char *what, double needed, double available, struct error *error);
