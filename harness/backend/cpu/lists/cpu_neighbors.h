/*
 * The neighbor structures of harness/catalog/neighbor_table.h on the CPU. Each is implemented in a
 * file neighbors_*.c. A workload keeps the structures that its cases share.
 */
#pragma once

#include "harness/base/error.h"
#include "harness/catalog/interactions.h"
#include "harness/catalog/strategy.h"
#include "harness/particles/system.h"
#include "harness/particles/topology.h"

#include <stdbool.h>
#include <stdint.h>

/** Input for building a structure. */
struct cpu_neighbor_source {
    const struct system *system;
    double cutoff, skin;
    const struct topology *topology;
    const struct interactions *interactions;
    const struct strategy
        *strategy; /* strategy and tuning of a case, for structures that depend on them */
    const int *tuning;
};

/** Result of building a structure. */
struct cpu_neighbor_built {
    const void *arguments; /* cpu_arguments.neighbors of kernels; valid up to the next build */
    int64_t pairs_listed;
    int64_t list_bytes;
    int64_t building_bytes; /* bytes needed only while building */
    int64_t outputs;        /* vectors that kernels write pair by pair, for SCRATCH_PATCH_PAIRS and
                             * SCRATCH_EDGES */
};

/** Estimated memory of a structure's first build. */
struct cpu_neighbor_estimate {
    struct footprint memory;
    double outputs; /* number of vectors, as in struct cpu_neighbor_built */
};

/**
 * Implementation of a structure. Its data between calls have `size` bytes, which start as zeros.
 */
struct cpu_neighbor_structure {
    int64_t size;

    /**
     * Builds the structure, for the first time or again, and fills `built`, which the caller has
     * zeroed. After an error the structure counts as not built.
     */
    bool (*build)(const struct cpu_neighbor_source *source, void *kept,
                  struct cpu_neighbor_built *built, struct error *error);

    /**
     * Adapts the structure to particles that have moved since the last build by less than half the
     * skin. Arrays that kernels read stay at their addresses. NULL: nothing has to be adapted.
     */
    void (*refresh)(const struct cpu_neighbor_source *source, void *kept,
                    struct cpu_neighbor_built *built);

    /**
     * Estimates the memory of the first build; the source's system may be an outline, without
     * topology.
     */
    struct cpu_neighbor_estimate (*estimate)(const struct cpu_neighbor_source *source);

    /** Frees the structure's data, and zeroes them. */
    void (*free)(void *kept);
};

#define NEIGHBOR_STRUCTURE(row, cpu, cuda, lanes, ...)                                             \
    extern const struct cpu_neighbor_structure cpu_neighbors_##cpu;
#include "harness/catalog/neighbor_table.h"
#undef NEIGHBOR_STRUCTURE

/** A structure that cases of a workload share, in a linked list. */
struct cpu_neighbors {
    const struct neighbor_structure *row;
    const struct cpu_neighbor_structure *structure;
    bool tuned; /* true if the structure depends on tuning values; then only one case uses it */
    int users;
    void *kept;
    bool is_built;
    struct cpu_neighbor_built built; /* result of the last build; zeroed: the structure is not
                                      * built */
    struct cpu_neighbors *next;
};

/**
 * Finds the structure of a strategy among those of a workload, or adds one that is not yet built.
 */
struct cpu_neighbors *cpu_neighbors_acquire(struct cpu_neighbors **all,
                                            const struct neighbor_structure *wanted);

/** Frees the structure after its last user. NULL: does nothing. */
void cpu_neighbors_release(struct cpu_neighbors **all, struct cpu_neighbors *neighbors);

/**
 * Builds the structure, for the first time or again. The source's strategy must read it. After an
 * error the structure counts as not built.
 */
bool cpu_neighbors_build(struct cpu_neighbors *neighbors, const struct cpu_neighbor_source *source,
                         struct error *error);

/**
 * Updates all structures for particles that have moved since the last build, by less than half the
 * skin.
 */
void cpu_neighbors_refresh(struct cpu_neighbors *neighbors,
                           const struct cpu_neighbor_source *source);

/** Returns the estimated memory of the structure that the source's strategy reads. */
struct cpu_neighbor_estimate cpu_neighbors_estimate(const struct cpu_neighbor_source *source);
