/* Functions of struct backend (harness/backend/backend.h) on GPUs. */
#pragma once

#include "harness/backend/backend.h"
#include "harness/backend/cuda/cuda_prepared.h"

/*
 * Memory needs of cases on a GPU and its host, estimated before anything is built
 * (cuda_estimate.c).
 */
void cuda_estimate_load(const struct workload_spec *spec, struct memory_need *need);
void cuda_estimate_case(const struct workload_spec *spec, const struct strategy *strategy,
                        const int tuning[STRATEGY_TUNINGS], struct memory_need *need);
void cuda_estimate_motion(const struct workload_spec *spec, struct memory_need *need);

/* Forces, energies and virial of a case, for comparison with the reference (cuda_evaluate.c). */
bool cuda_evaluate(struct prepared *prepared, struct forces *forces, struct error *error);
bool cuda_last_forces(struct prepared *prepared, struct forces *forces, struct error *error);

/* Times of the parts of a case on the device (cuda_time.c). */
bool cuda_time_force(struct prepared *prepared, int64_t calls, double *nanoseconds,
                     struct error *error);
bool cuda_time_energies(struct prepared *prepared, int64_t calls, double *nanoseconds,
                        struct error *error);
bool cuda_time_bonded(struct prepared *prepared, int64_t calls, double *nanoseconds,
                      struct error *error);
bool cuda_time_gaps(const struct prepared *prepared);
bool cuda_time_build(struct prepared *prepared, double *nanoseconds, struct error *error);
bool cuda_time_binning(struct prepared *prepared, double *nanoseconds, double part[BINNING_PARTS],
                       struct error *error);

/* Hardware counters of the parts of a case (cuda_count.c). */
bool cuda_count(struct prepared *prepared, struct moving *moving, enum motion_part part,
                const char *const *metrics, int count, double *values, int *passes,
                struct error *error);
