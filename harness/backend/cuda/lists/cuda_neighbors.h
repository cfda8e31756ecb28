/*
 * The neighbor structures of harness/catalog/neighbor_table.h on a GPU. Each is implemented in a
 * file cuda_neighbors_*.c. They are used through cuda_lists.h.
 */
#pragma once

#include "harness/backend/cuda/lists/cuda_bins.h"
#include "harness/backend/cuda/lists/cuda_interactions.h"
#include "harness/backend/cuda/lists/cuda_particles.h"
#include "harness/catalog/strategy.h"

/**
 * A neighbor structure with all data for building it; zeroed except for the members that the caller
 * sets.
 */
struct cuda_list {
    const struct neighbor_structure *neighbors; /* set by the caller */
    int tuning[NEIGHBOR_TUNINGS]; /* tuning values, read by neighbor_tuning_value; set by the
                                   * caller */

    struct list_arguments arguments;
    struct cuda_bins bins;
    struct cuda_interactions interactions; /* kinds of the listed pairs; zeroed: not stored */
    int64_t pairs_listed;
    void *kept; /* data of the structure; NULL before the list is created */

    struct cuda_list *next; /* another list of the same workload */
};

/**
 * Implementation of a structure. Its data for a list are the `size` bytes at list->kept, zeroed at
 * first, and begin with its buffers.
 */
struct cuda_neighbor_structure {
    int64_t size;
    int buffers;        /* number of buffers in the data */
    int read;           /* number of buffers that kernels read; they come first */
    bool counts_others; /* true if the remaining buffers are counted as memory for building */
    bool boxed;         /* true if the layout depends on the box, so that the box must not change */
    bool on_host;       /* true if the structure is built on the host, without cells; building waits
                         * for the device */
    bool cellless;      /* true if the structure is built on the device, without cells */

    /*
     * True if the structure lists pairs, reads positions in cell order, and may test pairs in
     * single precision. If false, kernels read the cells themselves.
     */
    bool gathers;

    /*
     * True if several systems can be listed separately (struct cuda_particles). BINNING_SORT or
     * BINNING_RADIX is then required.
     */
    bool batches;

    /** Returns the edge of the cells that particles are put into; NULL: half the range. */
    double (*cell_edge)(const struct cuda_particles *particles, const struct cuda_list *list);

    /**
     * Adds to `need` the structure's memory after the first build, without the cells. Returns the
     * number of vectors that `outputs` will return. The grid of the list has been chosen.
     */
    double (*estimate)(const struct cuda_particles *particles, const struct cuda_list *list,
                       struct memory_need *need);

    /**
     * Builds the structure for the first time: computes sizes, allocates, fills. The cells are
     * allocated, but not filled.
     */
    bool (*create)(const struct cuda_particles *particles, struct cuda_list *list,
                   struct error *error);

    /** Enqueues the part of each build that follows the cells. NULL: there is none. */
    bool (*enqueue)(const struct cuda_particles *particles, struct cuda_list *list,
                    struct error *error);

    /**
     * Enqueues the update for particles that have moved by less than half the skin since the build.
     * NULL: nothing has to be updated.
     */
    bool (*refresh)(const struct cuda_particles *particles, const struct cuda_list *list,
                    struct error *error);

    /** Implements cuda_list_pruned. NULL: the structure is not pruned. */
    bool (*pruned)(const struct cuda_particles *particles, const struct cuda_list *list,
                   double *distance, double *most, struct error *error);

    /**
     * Adapts the structure to a small change of the particles' box. NULL: the box is only in the
     * list's arguments.
     */
    void (*rebox)(const struct cuda_particles *particles, struct cuda_list *list);

    /**
     * Waits for the device, and enlarges memory that was too small in the last build. NULL: memory
     * is always sufficient.
     */
    bool (*grow)(const struct cuda_particles *particles, struct cuda_list *list,
                 struct error *error);

    /** Fills gpu_arguments.neighbors, from which force kernels read the structure. */
    void (*arguments)(const struct cuda_particles *particles, const struct cuda_list *list,
                      void *neighbors);

    /**
     * Returns the number of threads for these items of a step. For ITEMS_PATCH_PAIRS, ITEMS_PATCHES
     * and ITEMS_CLUSTER_GROUPS it is the number of blocks. NULL: the structure has no items.
     */
    int64_t (*items)(const struct cuda_list *list, enum step_items items);

    /**
     * Returns the bytes of shared memory that a block of the strategy's kernels needs in addition
     * to their declared memory. It depends on precision and model. NULL: none.
     */
    int64_t (*shared)(const struct cuda_list *list, enum precision precision,
                      const struct model *model);

    /**
     * Returns the number of vectors that kernels write pair by pair, for SCRATCH_PATCH_PAIRS and
     * SCRATCH_EDGES. NULL: none.
     */
    int64_t (*outputs)(const struct cuda_list *list);

    /**
     * Returns the bytes of the structure that kernels read. NULL: the bytes of its first `read`
     * buffers.
     */
    int64_t (*bytes)(const struct cuda_list *list);

    /**
     * Frees the structure's data, except its buffers and `kept` itself. NULL: there are no other
     * data.
     */
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
