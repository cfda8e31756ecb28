/* The forces, energies and virial of a case, for comparison with the reference. */
#ifndef PAIRLANES_CUDA_EVALUATE_H
#define PAIRLANES_CUDA_EVALUATE_H

#include "harness/backend/cuda/cuda_prepared.h"

/** Implements evaluate of struct backend. */
bool cuda_evaluate(struct prepared *prepared, struct forces *forces, struct error *error);

#endif
