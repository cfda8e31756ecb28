/* Running the kernels of a case, its arguments being set. */
#pragma once

#include "harness/backend/cpu/cpu_prepared.h"

/**
 * Runs the strategy's kernel, or with `energy` its twin. Clears the forces before, if the kernel
 * adds to them.
 */
void cpu_run_pairs(const struct prepared *prepared, bool energy);

/** Runs the kernel of the bonded terms, which adds to the forces. The case must have one. */
void cpu_run_bonded(const struct prepared *prepared, bool energy);

/** Runs all kernels of a force call. */
void cpu_run(const struct prepared *prepared, bool energy);
