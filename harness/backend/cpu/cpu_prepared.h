/* A prepared case on the CPU: its kernels, the structure that they read, and their outputs. */
#pragma once

#include "harness/backend/cpu/cpu_workload.h"
#include "strategies/cpu_arguments.h"

struct prepared {
    struct workload *workload;
    const struct strategy *strategy;
    const struct cpu_kernel *kernel;
    const struct cpu_kernel *bonded; /* adds the bonded terms; NULL: there are none */
    /* places where the kernels find the address of a table; NULL: they use no table */
    const void **table, **bonded_table;
    int tuning[STRATEGY_TUNINGS];
    struct cpu_tuning named[STRATEGY_TUNINGS + 1]; /* the tuning values as kernels read them */
    struct cpu_neighbors *neighbors;
    void *force;
    void *torque; /* NULL: the model has no orientation */
    void *scratch;
    int64_t scratch_vectors;
    int64_t atomics;
    struct cpu_arguments arguments;
    const struct force_sums *moved_by; /* forces of the last step; NULL after a force call */
};

/** Implement prepare, release and sizes of struct backend. */
bool cpu_prepared_create(struct workload *workload, const struct strategy *strategy,
                         const int tuning[STRATEGY_TUNINGS], struct prepared **result,
                         struct error *error);
void cpu_prepared_release(struct prepared *prepared);
void cpu_prepared_sizes(const struct prepared *prepared, struct structure_sizes *sizes);

/** Builds the structure that the strategy reads, or builds it again. */
bool cpu_prepared_build(struct prepared *prepared, struct error *error);

/**
 * Updates the case for particles that have moved since the last build, by less than half the skin.
 */
void cpu_prepared_refresh(struct prepared *prepared);

/** Builds the structure if it is missing because an earlier build ran out of memory. */
bool cpu_prepared_ensure(struct prepared *prepared, struct error *error);

/** Allocates the buffers that the kernel needs for the current structure. */
bool cpu_prepared_scratch(struct prepared *prepared, struct error *error);

/**
 * Sets pointers in the kernel's arguments to the structures, which a build may have moved in
 * memory.
 */
void cpu_prepared_arguments(struct prepared *prepared);

/** Returns the bytes of a vector of forces or torques. */
int64_t cpu_prepared_vector(const struct prepared *prepared);
