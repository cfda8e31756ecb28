/*
 * The neighbor structures of harness/catalog/neighbor_table.h on a GPU: a file for each mechanism
 * (cuda_neighbors_*.c), called by cuda_lists.h.
 */
#pragma once

#include "harness/backend/cuda/lists/cuda_bins.h"
#include "harness/backend/cuda/lists/cuda_interactions.h"
#include "harness/backend/cuda/lists/cuda_particles.h"
#include "harness/catalog/strategy.h"

/** One structure with all data for building it; zeroed except for what the caller sets. */
struct cuda_list {
    const struct neighbor_structure *neighbors; /* set by the caller */
    int tuning[NEIGHBOR_TUNINGS]; /* values for neighbor_tuning_value; set by the caller */

    struct list_arguments arguments;
    struct cuda_bins bins;
    struct cuda_interactions interactions; /* kinds of the pairs listed; zeroed: none */
    int64_t pairs_listed;
    void *kept; /* state of the structure; NULL before the list is created */

    struct cuda_list *next; /* another list of the same workload */
};

/**
 * One mechanism. Its data for a list are `size` bytes at list->kept, zeroed at first. They begin
 * with the buffers.
 */
struct cuda_neighbor_structure {
    int64_t size;
    int buffers;        /* buffers of its data */
    int read;           /* the first of these, which kernels read */
    bool counts_others; /* true if the others count as memory of building */
    bool boxed;         /* true if the layout depends on the box, which then cannot change */
    bool on_host;  /* true if it is built on the host, without cells, and waits for the device */
    bool cellless; /* true if it is built on the device without cells */

    /*
     * True if it lists pairs by positions in the order of the cells, and may test them in single.
     * Otherwise kernels read the cells themselves, if there are any.
     */
    bool gathers;

    /*
     * True if it can list several systems separately (struct cuda_particles), with BINNING_SORT or
     * BINNING_RADIX.
     */
    bool batches;

    /** Edge of the cells that particles are filled into; NULL: half the range. */
    double (*cell_edge)(const struct cuda_particles *particles, const struct cuda_list *list);

    /**
     * Adds to `need` its memory after the first build, without the cells; returns the vectors that
     * `outputs` will return. The list has its grid.
     */
    double (*estimate)(const struct cuda_particles *particles, const struct cuda_list *list,
                       struct memory_need *need);

    /** Builds for the first time: sizes, allocates, fills. The cells have memory, but no content.
     */
    bool (*create)(const struct cuda_particles *particles, struct cuda_list *list,
                   struct error *error);

    /** Enqueues the part of each build after the cells. NULL: there is none. */
    bool (*enqueue)(const struct cuda_particles *particles, struct cuda_list *list,
                    struct error *error);

    /**
     * Enqueues the update for particles that have moved since, by less than half the skin. NULL:
     * nothing to do.
     */
    bool (*refresh)(const struct cuda_particles *particles, const struct cuda_list *list,
                    struct error *error);

    /**
     * Applies the box of the particles, which has changed a little. NULL: only the list's arguments
     * contain the box.
     */
    void (*rebox)(const struct cuda_particles *particles, struct cuda_list *list);

    /** Waits, and makes more room where the last build lacked it. NULL: it never lacks room. */
    bool (*grow)(const struct cuda_particles *particles, struct cuda_list *list,
                 struct error *error);

    /** Fills gpu_arguments.neighbors. */
    void (*arguments)(const struct cuda_particles *particles, const struct cuda_list *list,
                      void *neighbors);

    /**
     * Threads, or for ITEMS_PATCH_PAIRS, ITEMS_PATCHES and ITEMS_CLUSTER_GROUPS blocks, that a step
     * of these items needs.
     * NULL: it has no items of its own.
     */
    int64_t (*items)(const struct cuda_list *list, enum step_items items);

    /** Bytes of shared memory that a block of the strategy's kernels needs for particles of a
     * precision and a model. NULL: none but what they declare. */
    int64_t (*shared)(const struct cuda_list *list, enum precision precision,
                      const struct model *model);

    /**
     * Vectors that kernels write pair by pair, for SCRATCH_PATCH_PAIRS and SCRATCH_EDGES; NULL:
     * none.
     */
    int64_t (*outputs)(const struct cuda_list *list);

    /** Returns the bytes of its data that kernels read. NULL: those of its first `read` buffers. */
    int64_t (*bytes)(const struct cuda_list *list);

    /** Frees its data, except its buffers and `kept` itself. NULL: it has no more. */
    void (*free)(struct cuda_list *list);
};

/** Returns a tuning value of a list. */
static inline int cuda_list_value(const struct cuda_list *list, const char *name)
{
    return neighbor_tuning_value(list->neighbors, list->tuning, name);
}

#define NEIGHBOR_STRUCTURE(row, cpu, cuda, lanes, ...)                                             \
    extern const struct cuda_neighbor_structure cuda_neighbors_##cuda;
#include "harness/catalog/neighbor_table.h"
#undef NEIGHBOR_STRUCTURE
