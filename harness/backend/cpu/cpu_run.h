/* Running the kernels of a case, its arguments being set. */
#pragma once

#include "harness/backend/cpu/cpu_prepared.h"

/** Runs the strategy's kernel, or with `energy` its twin, on cleared forces where it adds to them.
 */
void cpu_run_pairs(const struct prepared *prepared, bool energy);

/** Runs the kernel of the bonded terms, which a case must have: it adds to the forces. */
void cpu_run_bonded(const struct prepared *prepared, bool energy);

/** Runs all kernels of a force call. */
void cpu_run(const struct prepared *prepared, bool energy);
