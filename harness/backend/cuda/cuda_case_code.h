/* The machine code that a case on a GPU runs. */
#pragma once

#include "harness/backend/backend.h"
#include "harness/catalog/embedded.h"

/**
 * Finds the machine code of a case for an architecture such as 90 (sm_90), as in struct backend.
 * Compiles kernels that are not in the cache. Needs no GPU. Kernels that test rows of excluded
 * partners are included twice: for few partners and for many. If `spec` has no system, uses the
 * kernels for the model's defaults. Errors as for kernel_compile. EXIT_ENVIRONMENT if the user's
 * code on the host builds the strategy's neighbor structure.
 */
bool cuda_case_code(const struct source_set *sources, int architecture,
                    const struct workload_spec *spec, const struct strategy *strategy,
                    const int tuning[STRATEGY_TUNINGS], struct kernel_code *code,
                    struct error *error);

/** Implements code of struct backend. */
bool cuda_code(struct device *device, const struct workload_spec *spec,
               const struct strategy *strategy, const int tuning[STRATEGY_TUNINGS],
               struct kernel_code *code, struct error *error);
