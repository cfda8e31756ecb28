/* Timing the parts of a case on the device. */
#ifndef PAIRLANES_CUDA_TIME_H
#define PAIRLANES_CUDA_TIME_H

#include "harness/backend/cuda/cuda_prepared.h"

/** Implement time_force, time_bonded, gaps, time_build and time_binning of struct backend. */
bool cuda_time_force(struct prepared *prepared, int64_t calls, double *nanoseconds,
                     struct error *error);
bool cuda_time_bonded(struct prepared *prepared, int64_t calls, double *nanoseconds,
                      struct error *error);
bool cuda_time_gaps(const struct prepared *prepared);
bool cuda_time_build(struct prepared *prepared, double *nanoseconds, struct error *error);
bool cuda_time_binning(struct prepared *prepared, double *nanoseconds, double part[BINNING_PARTS],
                       struct error *error);

#endif
