/* A prepared case on the device: its kernels, the structure that they read, and their outputs. */
#pragma once

#include "harness/backend/cuda/cuda_workload.h"
#include "harness/backend/cuda/driver/cuda_graph.h"

struct step {
    CUfunction kernel, energy; /* NULL: none */
    int64_t blocks;
    int block;
    int64_t shared_bytes; /* bytes in addition to what the kernel declares */
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
    struct step bonded;                         /* step of the bonded terms */
    struct step bonded_before;                  /* the same step before another one that moves
                                                 * particles */
    bool bonded_starts;                         /* true if the bonded step stores forces, and
                                                 * other steps add to them */
    CUfunction fused, fused_bath;               /* NULL: the strategy is not fused */
    CUmodule coupled_module;                    /* NULL: not loaded */
    CUfunction coupled;                         /* the same with a thermostat of all particles */
    bool resides;                               /* true if each fused kernel makes many steps */
    struct moving *fused_last;                  /* motion whose fused kernel made the last force
                                                 * calls; NULL: none did */
    struct cuda_buffer force, scratch, counter; /* force: torques follow the forces */
    int64_t atomics;                            /* atomics of the last evaluation; -1 before it */
    struct gpu_arguments arguments;
    struct cuda_graph force_calls, energy_calls, bonded_calls;
    CUdeviceptr halted; /* the word that halts its kernels; 0: they run */
    bool gaps;          /* true if the stream could not be held; it is not held again */
};

/** Implement prepare, release and sizes of struct backend. */
bool cuda_prepared_create(struct workload *workload, const struct strategy *strategy,
                          const int tuning[STRATEGY_TUNINGS], struct prepared **result,
                          struct error *error);
void cuda_prepared_release(struct prepared *prepared);
void cuda_prepared_sizes(const struct prepared *prepared, struct structure_sizes *sizes);

/**
 * Loads the kernel that makes many steps with a thermostat of all particles, unless it is loaded.
 * Errors are those of prepare.
 */
bool cuda_prepared_couple(struct prepared *prepared, struct error *error);

/** Fills the arguments of its kernels again. */
void cuda_prepared_arguments(struct prepared *prepared);

/** Adapts the case's launches and outputs to its list, which has moved in memory. */
bool cuda_prepared_follow(void *prepared, struct error *error);
