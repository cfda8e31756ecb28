/*
 * Threads of the driver and of a kernel. Each compiler brings its own OpenMP library with a pool of
 * threads. Idle threads of one pool spin for a while before they sleep, on cores where threads of
 * the other pool are timed.
 */
#pragma once

#include "harness/backend/cpu/cpu_prepared.h"

/** Makes libomp's threads sleep as soon as libgomp's do, and lets it start as many as requested;
 * call it before a kernel is opened. */
void cpu_pools_limit(void);

/** Called before a kernel is timed: ends the driver's threads and wakes the kernel's, if they
 * differ. */
void cpu_pools_enter(const struct prepared *prepared);

/** Called afterwards: waits until the kernel's threads sleep, and starts the driver's. */
void cpu_pools_leave(const struct prepared *prepared);

/** Implements step_untrusted of struct backend: kernel and driver compute the parts of a step in
 * turn, and threads of one pool spin on the cores of the other. */
const char *cpu_pools_mix(const struct prepared *prepared);
