/*
 * Thread pools of the driver and of a kernel. Each compiler has its own OpenMP library with a
 * separate pool. Idle threads of one pool spin for a while before they sleep. They would disturb
 * timed threads of the other pool on the same cores.
 */
#pragma once

#include "harness/backend/cpu/cpu_prepared.h"

/**
 * Lets libomp's threads sleep as soon as libgomp's do, and start in the requested number. Must be
 * called before a kernel is opened.
 */
void cpu_pools_limit(void);

/**
 * Called before a kernel is timed. If kernel and driver have different pools, ends the driver's
 * threads and wakes the kernel's.
 */
void cpu_pools_enter(const struct prepared *prepared);

/**
 * Called after a kernel was timed. Waits until the kernel's threads sleep, and starts the driver's.
 */
void cpu_pools_leave(const struct prepared *prepared);

/**
 * Implements step_untrusted of struct backend. Kernel and driver alternate within a step, so
 * threads of one pool would spin on the other pool's cores.
 */
const char *cpu_pools_mix(const struct prepared *prepared);
