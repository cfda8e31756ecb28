/*
 * Threads of the driver beside those of a kernel. Compilers bring their own OpenMP library, each
 * with a pool of threads, which look out for new work for a while before they sleep: on cores on
 * which those of the other pool are timed.
 */
#ifndef PAIRLANES_CPU_POOLS_H
#define PAIRLANES_CPU_POOLS_H

#include "harness/backend/cpu/cpu_prepared.h"

/** Has libomp's threads sleep as soon as libgomp's do, and as many start as are asked for; to be
 * called before a kernel is opened. */
void cpu_pools_limit(void);

/** Before a kernel is timed: ends the driver's threads and wakes the kernel's, if they differ. */
void cpu_pools_enter(const struct prepared *prepared);

/** After that: waits until the kernel's threads sleep, and starts the driver's. */
void cpu_pools_leave(const struct prepared *prepared);

/** As step_untrusted of struct backend: parts of a step are the kernel's and the driver's in turns,
 * and between them the threads of one look out for work on the cores of the other. */
const char *cpu_pools_mix(const struct prepared *prepared);

#endif
