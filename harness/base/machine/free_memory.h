/* How much memory is left to this process. */
#ifndef PAIRLANES_FREE_MEMORY_H
#define PAIRLANES_FREE_MEMORY_H

#include "harness/base/error.h"

#include <stdbool.h>

/**
 * Bytes that this process may still take: the least of what the kernel holds available, of what its
 * control groups (version 1 or 2, with those that they are in) leave it, and of its limit of
 * address space. INFINITY where nothing is known.
 */
double free_memory(void);

/** Divides the results of free_memory by the number of processes like this one that work at a
 * time. */
void free_memory_share(int processes);

/** The same of a system whose /proc and /sys stand in the folder `root`; no limit of address
 * space. */
double free_memory_below(const char *root);

/** Whether `needed` bytes are free; else EXIT_ENVIRONMENT with both numbers, of `what`. */
bool free_memory_suffices(const char *what, double needed, double available, struct error *error);

#endif
