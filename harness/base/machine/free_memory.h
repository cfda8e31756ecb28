/* Memory that this process may still allocate. */
#pragma once

#include "harness/base/error.h"

#include <stdbool.h>

/**
 * Returns the bytes that this process may still allocate: the smallest of three numbers. The first
 * is the kernel's available memory. The second is the rest of its control groups (version 1 or 2,
 * with the groups above). The third is the rest of its limit of address space. INFINITY if unknown.
 */
double free_memory(void);

/** Divides later results of free_memory by the number of processes that run at the same time. */
void free_memory_share(int processes);

/**
 * Like free_memory, for a system with /proc and /sys in the folder `root`, and without the limit of
 * address space.
 */
double free_memory_below(const char *root);

/**
 * Whether `needed` bytes are available; if not, EXIT_ENVIRONMENT with both numbers. `what` is their
 * use.
 */
bool free_memory_suffices(const char *what, double needed, double available, struct error *error);
