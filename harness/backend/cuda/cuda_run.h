/* Enqueues the kernels of a case, whose arguments are filled. */
#pragma once

#include "harness/backend/cuda/cuda_prepared.h"

/** Enqueues a force call, or with `energy` its twin that computes energies too. */
bool cuda_run(struct prepared *prepared, bool energy, struct error *error);

/**
 * Enqueues only the bonded terms, if they have their own kernel: before a strategy that adds to
 * forces, after one that stores them.
 */
bool cuda_run_bonded(struct prepared *prepared, bool energy, struct error *error);
