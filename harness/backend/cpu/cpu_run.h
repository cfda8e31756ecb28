/* Runs the kernels of a case. The kernels' arguments must be set. */
#pragma once

#include "harness/backend/cpu/cpu_prepared.h"

/**
 * Runs the strategy's kernel, or its twin if `energy` is set. First clears the forces if the kernel
 * adds to them.
 */
void cpu_run_pairs(const struct prepared *prepared, bool energy);

/**
 * Runs the kernel of the bonded terms, which adds to the forces. The case must have this kernel.
 */
void cpu_run_bonded(const struct prepared *prepared, bool energy);

/** Runs all kernels of a force call. */
void cpu_run(const struct prepared *prepared, bool energy);
