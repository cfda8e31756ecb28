/* Estimated memory of cases on the CPU, before anything is built. */
#ifndef PAIRLANES_CPU_FORESEE_H
#define PAIRLANES_CPU_FORESEE_H

#include "harness/backend/backend.h"

/** Implement foresee_load, foresee_case, foresee_motion and foresee_flush of struct backend. */
void cpu_foresee_load(const struct workload_spec *spec, struct memory_need *need);
void cpu_foresee_case(const struct workload_spec *spec, const struct strategy *strategy,
                      const int tuning[STRATEGY_TUNINGS], struct memory_need *need);
void cpu_foresee_motion(const struct workload_spec *spec, struct memory_need *need);
void cpu_foresee_flush(int threads, struct memory_need *need);

#endif
