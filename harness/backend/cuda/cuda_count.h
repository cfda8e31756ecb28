/* Hardware counters of the parts of a case. */
#ifndef PAIRLANES_CUDA_COUNT_H
#define PAIRLANES_CUDA_COUNT_H

#include "harness/backend/cuda/cuda_prepared.h"

/** Implements count_hardware of struct backend. */
bool cuda_count(struct prepared *prepared, struct moving *moving, enum motion_part part,
                const char *const *metrics, int count, double *values, int *passes,
                struct error *error);

#endif
