/*
 * The neighbor structures of harness/catalog/neighbor_table.h on the CPU: a file for each mechanism
 * (neighbors_*.c), and the structures that a workload keeps for its cases.
 */
#pragma once

#include "harness/base/error.h"
#include "harness/catalog/interactions.h"
#include "harness/catalog/strategy.h"
#include "harness/particles/system.h"
#include "harness/particles/topology.h"

#include <stdbool.h>
#include <stdint.h>

/** Input of a structure. */
struct cpu_neighbor_source {
    const struct system *system;
    double cutoff, skin;
    const struct topology *topology;
    const struct interactions *interactions;
    const struct strategy
        *strategy; /* the strategy, with the tuning of a case, for structures that depend on it */
    const int *tuning;
};

/** Result of building a structure. */
struct cpu_neighbor_built {
    const void *arguments; /* cpu_arguments.neighbors of kernels; valid up to the next build */
    int64_t pairs_listed;
    int64_t list_bytes;
    int64_t building_bytes; /* further bytes that only building needs */
    int64_t outputs;        /* vectors that kernels write pair by pair, for SCRATCH_PATCH_PAIRS
                             * and SCRATCH_EDGES */
};

/** Estimated memory of a structure's first build. */
struct cpu_neighbor_estimate {
    struct footprint memory;
    double outputs; /* outputs, as in struct cpu_neighbor_built */
};

/** One mechanism. Its data between calls are `size` bytes, zeroed at first. */
struct cpu_neighbor_structure {
    int64_t size;

    /**
     * Builds the structure, or builds it again, and fills `built`, which is zeroed. After an error
     * the structure is unbuilt.
     */
    bool (*build)(const struct cpu_neighbor_source *source, void *kept,
                  struct cpu_neighbor_built *built, struct error *error);

    /** Adapts the structure to particles that have moved since it was built, by less than half the
     * skin; the data of kernels stay in place. NULL: nothing to do. */
    void (*refresh)(const struct cpu_neighbor_source *source, void *kept,
                    struct cpu_neighbor_built *built);

    /** Returns the estimated memory of building it; the source's system may be an outline, without
     * topology. */
    struct cpu_neighbor_estimate (*estimate)(const struct cpu_neighbor_source *source);

    /** Frees its data, and zeroes them. */
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
    bool tuned; /* true if it belongs to a single case */
    int users;
    void *kept;
    bool is_built;
    struct cpu_neighbor_built built; /* zeroed unless it is */
    struct cpu_neighbors *next;
};

/** Finds the structure of a strategy among those of a workload, or adds an unbuilt one. */
struct cpu_neighbors *cpu_neighbors_acquire(struct cpu_neighbors **all,
                                            const struct neighbor_structure *wanted);

/** Frees the structure after its last user. NULL: does nothing. */
void cpu_neighbors_release(struct cpu_neighbors **all, struct cpu_neighbors *neighbors);

/**
 * Builds the structure, or builds it again, from a source whose strategy reads it. After an error
 * the structure is unbuilt.
 */
bool cpu_neighbors_build(struct cpu_neighbors *neighbors, const struct cpu_neighbor_source *source,
                         struct error *error);

/** Updates the structures for particles that have moved since, by less than half the skin. */
void cpu_neighbors_refresh(struct cpu_neighbors *neighbors,
                           const struct cpu_neighbor_source *source);

/** Returns the estimated memory of the structure that the source's strategy reads. */
struct cpu_neighbor_estimate cpu_neighbors_estimate(const struct cpu_neighbor_source *source);
