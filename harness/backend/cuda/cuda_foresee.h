/* Estimated memory of cases on a GPU and on its host, before anything is built. */
#ifndef PAIRLANES_CUDA_FORESEE_H
#define PAIRLANES_CUDA_FORESEE_H

#include "harness/backend/backend.h"

/** Implement foresee_load, foresee_case and foresee_motion of struct backend. */
void cuda_foresee_load(const struct workload_spec *spec, struct memory_need *need);
void cuda_foresee_case(const struct workload_spec *spec, const struct strategy *strategy,
                       const int tuning[STRATEGY_TUNINGS], struct memory_need *need);
void cuda_foresee_motion(const struct workload_spec *spec, struct memory_need *need);

#endif
