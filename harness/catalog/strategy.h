/* Description of a parallelization strategy: the type of the rows in strategies/table.h. */
#ifndef PAIRLANES_STRATEGY_H
#define PAIRLANES_STRATEGY_H

#include "harness/base/error.h"
#include "harness/catalog/model.h"
#include "harness/catalog/neighbor_structure.h"

#include <stdbool.h>
#include <stdint.h>

enum { STRATEGY_TUNINGS = 6, STRATEGY_STEPS = 3, STRATEGIES_REGISTERED = 24 };

/** Items that a launch of a strategy works on. They determine the GPU threads of the launch. */
enum step_items {
    ITEMS_NONE,
    ITEMS_PARTICLES,       /* a thread per particle */
    ITEMS_BUFFERS,         /* a thread per particle; launched only if the tuning `buffers` exceeds
                            * one */
    ITEMS_LANES,           /* `lanes` (a tuning value) threads per particle */
    ITEMS_EDGES,           /* a thread per edge */
    ITEMS_PATCH_PAIRS,     /* a block per pair of patches */
    ITEMS_PATCHES,         /* a block per patch */
    ITEMS_PARTICLE_BLOCKS, /* a block per group of particles; the tuning `particles` is the size of
                            * a group */
    ITEMS_CLUSTER_GROUPS,  /* a block per group of clusters */
    ITEMS_OWN,             /* the number of threads that a user's neighbor structure requires */
    ITEMS_TERMS,           /* a thread per bonded term */
    ITEMS_TERM_GROUPS,     /* a block per group of bonded terms */
};

/**
 * Memory of a kernel in addition to forces and lists, in vectors of four numbers. Models with
 * torques need twice as much.
 */
enum scratch_kind {
    SCRATCH_NONE,
    SCRATCH_BUFFERS,     /* `buffers` (a tuning value) vectors per particle; the first buffer on a
                          * GPU is the force array */
    SCRATCH_PATCH_PAIRS, /* a vector per particle of both patches, for every pair of patches */
    SCRATCH_EDGES,       /* a vector per edge; three vectors if there are torques, including torques
                          * on both particles */
};

/** Returns the number of vectors per edge for SCRATCH_EDGES. */
static inline int strategy_edge_vectors(bool oriented)
{
    return oriented ? 3 : 1;
}

/**
 * Atomic adds of a strategy, counted in vectors of force and of torque. A GPU skips torques that
 * are zero; a CPU adds a torque with every force.
 */
enum atomics_kind {
    ATOMICS_NONE,
    ATOMICS_BOTH,     /* adds to both particles of each interacting pair */
    ATOMICS_PARTNER,  /* adds to the partner in each interacting pair, and once to the thread's
                       * particle */
    ATOMICS_SEGMENTS, /* adds to the partner in each interacting pair, and once for each run of
                       * equal first particles in a warp */
    ATOMICS_CLUSTERS, /* adds to each partner of an entry, and once to each particle of the cluster,
                       * if the tuning `reciprocal` is 1 */
};

/**
 * A tuning value: a constant that the GPU kernel is compiled with, and an argument of the CPU
 * kernel.
 */
struct tuning {
    const char *name;
    const char *summary;
    int initial;
    int minimum, maximum; /* smallest and largest value, inclusive */
    bool power_of_two;
    bool gpu_only;    /* true if the value has no effect on a CPU; it is not varied there */
    bool bonded_only; /* true if it has no effect for models without bonded terms */
    bool steps_only;  /* true if it only affects steps of moving particles */
    bool queue_only;  /* true if it has no effect for models without a short test that selects
                       * pairs */
};

/** Tuning values that several strategies share. */
#define TUNING_BLOCK(threads)                                                                      \
    {                                                                                              \
        .name = "block", .summary = "threads per block", .initial = (threads), .minimum = 32,      \
        .maximum = 1024, .power_of_two = true, .gpu_only = true                                    \
    }
#define TUNING_FUSED(meaning, most)                                                                \
    {                                                                                              \
        .name = "fused", .summary = (meaning), .initial = 0, .minimum = 0, .maximum = (most),      \
        .gpu_only = true, .steps_only = true                                                       \
    }
#define FUSED_ALONE       "1: whole steps move particles inside the force kernel"
#define FUSED_OR_RESIDENT FUSED_ALONE "; 2: in one kernel for many steps"

/**
 * Length of a queue: pairs that may interact are collected before they are evaluated
 * (strategies/gpu_queue.cuh).
 */
#define TUNING_QUEUE(meaning, value, most)                                                         \
    {                                                                                              \
        .name = "queue", .summary = (meaning), .initial = (value), .minimum = 0,                   \
        .maximum = (most), .gpu_only = true, .queue_only = true                                    \
    }

struct strategy {
    const char *name;
    const char *summary;
    const struct neighbor_structure *neighbors; /* neighbor structure of the strategy */
    struct tuning tunings[STRATEGY_TUNINGS];    /* ended by an element without a name */
    struct {
        const char *kernel; /* name of the kernel function in the .cu file */
        enum step_items items;
    } steps[STRATEGY_STEPS]; /* launches on a GPU, in order; none: no GPU kernel */
    enum scratch_kind scratch;
    enum atomics_kind atomics;
    bool clears_forces;   /* true if the kernel adds to forces, and therefore needs cleared
                           * forces */
    bool order_dependent; /* true if sums depend on the order of the adds */
    bool often_fastest;   /* true if it is the fastest for several models; searches begin with it */
    bool single_thread;   /* true if the CPU kernel runs in a single thread */
    bool excludes_on_gpu; /* true if its GPU kernels can test pairs for exclusions (EXCLUSIONS),
                           * so that lists may contain excluded pairs */
    bool excludes_on_cpu; /* true if its CPU kernels can test pairs for exclusions */
    int spilled_bytes;    /* largest number of bytes that its GPU kernels may spill */
};

/**
 * Returns all strategies: first strategies/table.h in its order, then users' strategies; the last
 * has no name.
 */
const struct strategy *strategies(void);

/**
 * Adds a user's strategy with a new name at the end of the strategies. The caller keeps it in
 * memory with all that it points to. EXIT_USAGE if there are already STRATEGIES_REGISTERED
 * strategies.
 */
bool strategy_register(const struct strategy *strategy, struct error *error);

/** Finds a strategy by name; NULL if there is none. */
const struct strategy *strategy_find(const char *name);

/** Returns the number of tuning values of a strategy. */
int strategy_tunings(const struct strategy *strategy);

/** Returns the index of a tuning value by its name; -1 if the strategy does not have it. */
int strategy_tuning(const struct strategy *strategy, const char *name);

/** Returns a tuning value by its name; `otherwise` if the strategy does not have it. */
int strategy_tuning_value(const struct strategy *strategy, const int values[STRATEGY_TUNINGS],
                          const char *name, int otherwise);

/**
 * Returns the tuning value `queue`. 0 if the strategy has no queue, or the model has no short test
 * that selects pairs.
 */
int strategy_queue(const struct strategy *strategy, const int values[STRATEGY_TUNINGS],
                   const struct model *model);

/** Tuning value of a kernel that makes many steps, as text in records. */
#define STRATEGY_RESIDES "fused=2"
bool strategy_resides(const struct strategy *strategy, const int values[STRATEGY_TUNINGS]);

/**
 * Returns the number of threads per block of the strategy's GPU kernels. It is the tuning `block`,
 * or the product of `particles` and `lanes`. Registers limit this product; oriented particles need
 * more registers.
 */
int strategy_block(const struct strategy *strategy, const int values[STRATEGY_TUNINGS],
                   bool oriented);

/** Fills `values` with the strategy's default tuning. */
void strategy_defaults(const struct strategy *strategy, int values[STRATEGY_TUNINGS]);

/** Whether the strategy has a GPU kernel. */
bool strategy_has_gpu(const struct strategy *strategy);

#endif
