/* Free memory of this process. */
#pragma once

#include "harness/base/error.h"

#include <stdbool.h>

/**
 * Returns the bytes that this process may still allocate: the least of the kernel's available
 * memory, of the rest of its control groups (version 1 or 2, with their parents), and of its limit
 * of address space. INFINITY if unknown.
 */
double free_memory(void);

/** Divides the results of free_memory by the number of processes that run at the same time. */
void free_memory_share(int processes);

/**
 * The same for a system with /proc and /sys in the folder `root`; without a limit of address space.
 */
double free_memory_below(const char *root);

/** Whether `needed` bytes are free; otherwise EXIT_ENVIRONMENT with both numbers, for `what`. */
bool free_memory_suffices(const char *what, double needed, double available, struct error *error);
