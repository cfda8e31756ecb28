/* A prepared case on the device: its kernels, the structure that they read, and their outputs. */
#pragma once

#include "harness/backend/cuda/cuda_workload.h"
#include "harness/backend/cuda/driver/cuda_graph.h"

struct step {
    CUfunction kernel, energy; /* NULL: there is no kernel */
    int64_t blocks;
    int block;
    int64_t shared_bytes; /* shared memory in addition to the declared memory */
};

struct prepared {
    struct workload *workload;
    const struct strategy *strategy;
    int tuning[STRATEGY_TUNINGS];
    struct cuda_list *list;
    CUmodule module;
    int block;
    int steps;
    struct step step[STRATEGY_STEPS];
    struct step bonded;                         /* launch of the bonded kernel */
    struct step bonded_before;                  /* bonded kernel for steps in which the next kernel
                                                 * moves particles */
    bool bonded_starts;                         /* true if the bonded kernel stores forces, and
                                                 * later kernels add to them */
    CUfunction fused, fused_bath;               /* fused kernel, and its variant for a heat bath;
                                                 * NULL: the strategy is not fused */
    CUmodule coupled_module;                    /* module of `coupled`; NULL: not loaded */
    CUfunction coupled;                         /* fused kernel for a thermostat that couples all
                                                 * particles */
    bool resides;                               /* true if each fused kernel makes many steps */
    struct moving *fused_last;                  /* motion that computed the last forces with its
                                                 * fused kernel; NULL: none */
    struct cuda_buffer force, scratch, counter; /* outputs and counters of the kernels; `force`
                                                 * holds forces, then torques */
    int64_t atomics;                            /* atomics of the last evaluation; -1: none yet */
    struct gpu_arguments arguments;
    struct cuda_graph force_calls, energy_calls, bonded_calls;
    CUdeviceptr halted; /* address of the word that halts the kernels; 0: they never halt */
    bool gaps;          /* true if timed calls may contain gaps, because the stream could not be
                         * held; it is then not held again */
};

/** Implement prepare, release and sizes of struct backend. */
bool cuda_prepared_create(struct workload *workload, const struct strategy *strategy,
                          const int tuning[STRATEGY_TUNINGS], struct prepared **result,
                          struct error *error);
void cuda_prepared_release(struct prepared *prepared);
void cuda_prepared_sizes(const struct prepared *prepared, struct structure_sizes *sizes);

/**
 * Loads the kernel of many steps for a thermostat that couples all particles. Does nothing if it is
 * loaded. Errors as for `prepare`.
 */
bool cuda_prepared_couple(struct prepared *prepared, struct error *error);

/** Fills in the arguments of the kernels again. */
void cuda_prepared_arguments(struct prepared *prepared);

/** Adapts launches and outputs of the case to its list, which has new addresses. */
bool cuda_prepared_follow(void *prepared, struct error *error);
