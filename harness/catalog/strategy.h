/* Description of a parallelization strategy: its row in strategies/table.h. */
#ifndef PAIRLANES_STRATEGY_H
#define PAIRLANES_STRATEGY_H

#include "harness/base/error.h"
#include "harness/catalog/model.h"
#include "harness/catalog/neighbor_structure.h"

#include <stdbool.h>
#include <stdint.h>

enum { STRATEGY_TUNINGS = 6, STRATEGY_STEPS = 3, STRATEGIES_REGISTERED = 24 };

/** Number of GPU threads of a step of a strategy. */
enum step_items {
    ITEMS_NONE,
    ITEMS_PARTICLES,       /* a thread per particle */
    ITEMS_BUFFERS,         /* a thread per particle, if tuning `buffers` is more than one */
    ITEMS_LANES,           /* tuning `lanes` threads per particle */
    ITEMS_EDGES,           /* a thread per edge */
    ITEMS_PATCH_PAIRS,     /* a block per pair of patches */
    ITEMS_PATCHES,         /* a block per patch */
    ITEMS_PARTICLE_BLOCKS, /* a block per tuning `particles` particles */
    ITEMS_CLUSTER_GROUPS,  /* a block per group of clusters */
    ITEMS_OWN,             /* number of threads from a user's neighbor structure */
    ITEMS_TERMS,           /* a thread per bonded term */
    ITEMS_TERM_GROUPS,     /* a block per group of bonded terms */
};

/** Memory that a kernel needs in addition to forces and lists, in vectors of four reals; models
 * with torques need twice as much. */
enum scratch_kind {
    SCRATCH_NONE,
    SCRATCH_BUFFERS,     /* tuning `buffers` vectors per particle; on a GPU the first buffer is the
                            force array itself */
    SCRATCH_PATCH_PAIRS, /* a vector per particle of every patch of every pair */
    SCRATCH_EDGES,       /* a vector per edge, or three with torques: those on both particles */
};

/** Vectors per edge of SCRATCH_EDGES. */
static inline int strategy_edge_vectors(bool oriented)
{
    return oriented ? 3 : 1;
}

/**
 * Adds to memory shared between threads that a strategy issues, counted in vectors of force and of
 * torque. A GPU leaves out torques that are zero, a CPU adds one with every force.
 */
enum atomics_kind {
    ATOMICS_NONE,
    ATOMICS_BOTH,    /* both particles of each interacting pair */
    ATOMICS_PARTNER, /* the partner of each interacting pair and, once, the thread's own particle */
    ATOMICS_SEGMENTS, /* the partner, and once per run of equal first particles in a warp */
    ATOMICS_CLUSTERS, /* each partner of an entry with tuning `reciprocal`, and each particle of the
                       * cluster once */
};

/** A tuning value: a compile-time constant of the GPU kernel, an argument of the CPU kernel. */
struct tuning {
    const char *name;
    const char *summary;
    int initial;
    int minimum, maximum; /* inclusive */
    bool power_of_two;
    bool gpu_only;    /* true if it has no effect on the CPU, where it is not an axis */
    bool bonded_only; /* true if it has no effect for models without bonded terms */
    bool steps_only;  /* true if it has no effect unless steps are made */
    bool queue_only;  /* true if it has no effect for models without a test of which pairs may
                       * interact */
};

/** Tuning values that several strategies have. */
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
 * Queue length: pairs that may interact are found before they are evaluated
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
    struct tuning tunings[STRATEGY_TUNINGS];    /* ends at the first without a name */
    struct {
        const char *kernel; /* name of the kernel in the .cu file */
        enum step_items items;
    } steps[STRATEGY_STEPS]; /* GPU launches in order; none: no GPU kernel */
    enum scratch_kind scratch;
    enum atomics_kind atomics;
    bool clears_forces;   /* true if the kernel adds to forces that start from zero */
    bool order_dependent; /* true if the sum depends on the order of threads */
    bool often_fastest;   /* true if it is the fastest of several models: searches begin with it */
    bool single_thread;   /* true if the CPU kernel uses one thread */
    bool excludes_on_gpu; /* true if its GPU kernels test pairs for exclusions (EXCLUSIONS), so
                           * that lists may contain them */
    bool excludes_on_cpu; /* the same for its CPU kernels */
    int spilled_bytes;    /* most bytes that its GPU kernels may spill */
};

/** The strategies of strategies/table.h in their order, then those registered, ended by one without
 * a name. */
const struct strategy *strategies(void);

/** Adds a strategy with a new name after the others; the caller keeps what it points to. EXIT_USAGE
 * if there are STRATEGIES_REGISTERED already. */
bool strategy_register(const struct strategy *strategy, struct error *error);

/** Finds a strategy by name; NULL if there is none. */
const struct strategy *strategy_find(const char *name);

/** The number of tuning values of a strategy. */
int strategy_tunings(const struct strategy *strategy);

/** The index of a tuning value by name; -1 if the strategy has none of that name. */
int strategy_tuning(const struct strategy *strategy, const char *name);

/** A tuning value by name; `otherwise` if the strategy has none of that name. */
int strategy_tuning_value(const struct strategy *strategy, const int values[STRATEGY_TUNINGS],
                          const char *name, int otherwise);

/** Returns the tuning value `queue`; 0 for a model without a test of which pairs may interact, and
 * for a strategy without a queue. */
int strategy_queue(const struct strategy *strategy, const int values[STRATEGY_TUNINGS],
                   const struct model *model);

/** Tuning value with which one kernel makes many steps, as text in records. */
#define STRATEGY_RESIDES "fused=2"
bool strategy_resides(const struct strategy *strategy, const int values[STRATEGY_TUNINGS]);

/**
 * Threads of a block of the strategy's GPU kernels: tuning `block`, or, if blocks have tuning
 * `particles`, that times `lanes`. Registers limit the latter, depending on whether particles have
 * orientations.
 */
int strategy_block(const struct strategy *strategy, const int values[STRATEGY_TUNINGS],
                   bool oriented);

/** Fills `values` with the strategy's initial tuning. */
void strategy_defaults(const struct strategy *strategy, int values[STRATEGY_TUNINGS]);

/** Whether the strategy has a GPU kernel. */
bool strategy_has_gpu(const struct strategy *strategy);

#endif
