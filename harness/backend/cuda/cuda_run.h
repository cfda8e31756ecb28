/* Enqueues the kernels of a case. The kernels' arguments must be set. */
#pragma once

#include "harness/backend/cuda/cuda_prepared.h"

/**
 * Enqueues a force call. If `energy` is set, the kernel is the twin, which also computes energies.
 */
bool cuda_run(struct prepared *prepared, bool energy, struct error *error);

/**
 * Enqueues only the bonded terms, if they have a separate kernel. They run before the strategy's
 * kernel if that adds to forces, and after it if that stores forces.
 */
bool cuda_run_bonded(struct prepared *prepared, bool energy, struct error *error);
