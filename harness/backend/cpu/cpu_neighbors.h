/*
 * The neighbor structures of harness/catalog/neighbor_table.h on the CPU: a file for each mechanism
 * (neighbors_*.c), and what a workload keeps of those that its cases read.
 */
#ifndef PAIRLANES_CPU_NEIGHBORS_H
#define PAIRLANES_CPU_NEIGHBORS_H

#include "harness/base/error.h"
#include "harness/catalog/interactions.h"
#include "harness/catalog/strategy.h"
#include "harness/particles/system.h"
#include "harness/particles/topology.h"

#include <stdbool.h>
#include <stdint.h>

/** What a structure is built of. */
struct cpu_neighbor_source {
    const struct system *system;
    double cutoff, skin;
    const struct topology *topology;
    const struct interactions *interactions;
    const struct strategy
        *strategy; /* with the tuning of a case, for structures that depend on it */
    const int *tuning;
};

struct cpu_neighbor_sizes {
    int64_t pairs_listed;
    int64_t list_bytes;
    int64_t building_bytes; /* besides, that only building needs */
};

/** What a structure will take when it is built for the first time. */
struct cpu_neighbor_forecast {
    struct footprint memory;
    double outputs; /* as outputs of struct cpu_neighbor_structure */
};

/** One mechanism. What it keeps between calls is `size` bytes, zeroed at first. */
struct cpu_neighbor_structure {
    int64_t size;

    /** Builds, or builds again. After an error it is as if never built. */
    bool (*build)(const struct cpu_neighbor_source *source, void *kept, struct error *error);

    /** Does what it takes to serve particles that have moved since it was built, though not by half
     * the skin; what kernels get stays where it is. NULL: nothing. */
    void (*refresh)(const struct cpu_neighbor_source *source, void *kept);

    bool (*is_built)(const void *kept);

    /** What kernels get as cpu_arguments.neighbors; valid up to the next build. */
    const void *(*arguments)(void *kept);

    /** Entries and bytes of what was built. */
    struct cpu_neighbor_sizes (*sizes)(const void *kept);

    /** What building it will take; the source's system may be an outline, without topology. */
    struct cpu_neighbor_forecast (*foresee)(const struct cpu_neighbor_source *source);

    /** Vectors that kernels put out pair by pair, for SCRATCH_PATCH_PAIRS and SCRATCH_EDGES;
     * NULL: none. */
    int64_t (*outputs)(const void *kept);

    /** Frees what it keeps, and zeroes it. */
    void (*free)(void *kept);
};

#define NEIGHBOR_STRUCTURE(row, cpu, cuda, lanes, ...)                                             \
    extern const struct cpu_neighbor_structure cpu_neighbors_##cpu;
#include "harness/catalog/neighbor_table.h"
#undef NEIGHBOR_STRUCTURE

/** A structure that cases of a workload read, linked to the next of the workload. */
struct cpu_neighbors {
    const struct neighbor_structure *row;
    const struct cpu_neighbor_structure *structure;
    bool tuned; /* of a single case */
    int users;
    void *kept;
    struct cpu_neighbors *next;
};

/** Finds the structure of a strategy among those of a workload, or adds it; yet to be built. */
struct cpu_neighbors *cpu_neighbors_acquire(struct cpu_neighbors **all,
                                            const struct neighbor_structure *wanted,
                                            struct error *error);

/** Frees it when nobody else uses it. NULL: nothing. */
void cpu_neighbors_release(struct cpu_neighbors **all, struct cpu_neighbors *neighbors);

/** What the structure that the source's strategy reads will take. */
struct cpu_neighbor_forecast cpu_neighbors_foresee(const struct cpu_neighbor_source *source);

/** Vectors that kernels put out pair by pair. */
int64_t cpu_neighbors_outputs(const struct cpu_neighbors *neighbors);

#endif
