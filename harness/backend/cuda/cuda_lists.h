/* Sorting and neighbor structures on the device, built there from the particles' positions. */
#ifndef PAIRLANES_CUDA_LISTS_H
#define PAIRLANES_CUDA_LISTS_H

#include "harness/backend/cuda/cuda_bins.h"
#include "harness/backend/cuda/cuda_device.h"
#include "harness/backend/cuda/cuda_memory.h"
#include "harness/backend/cuda/device/list_arguments.h"
#include "harness/particles/sort_order.h"

/** The particles that lists are built of. */
struct cuda_particles {
    struct device *device;
    enum precision precision;
    int n;
    double box[3];
    double cutoff, skin;
    struct building building;
    enum sort_order sort;                 /* of the positions */
    int types;                            /* of particles */
    CUdeviceptr position;                 /* n + 1 vectors */
    CUdeviceptr excluded;                 /* n times four particles that lists leave out; 0: none */
    enum interaction_structure structure; /* what lists do about interactions */
    int ways;                             /* of these */
    CUdeviceptr interaction_of;           /* as list_arguments has it */
};

/** One structure with everything that building it needs. */
struct cuda_list {
    enum neighbor_kind kind;
    int patch, reciprocal; /* of NEIGHBORS_PATCHES */

    struct list_arguments arguments;
    struct cuda_bins bins;
    struct cuda_buffer count, entry, longest;
    struct cuda_buffer row_size, edge_start, edge;
    struct cuda_buffer interaction, sorted_entry, sorted_edge;
    struct cuda_buffer pair_count, pair_start, patch_pair, output_size, output_start;
    struct cuda_buffer sum_count, sum_start, sum_place, tested;
    int64_t patches, outputs; /* patches; vectors of all output arrays */
    int64_t pairs_listed;
    int64_t edges; /* when it was sized */
};

/** Fills the box of either precision; the margin is `range`. */
void cuda_box(const double box[3], double range, struct box_double *wide,
              struct box_single *narrow);

/** Launches a kernel on `a`, a thread for each of `threads`, that is in a module of lists. */
bool cuda_list_launch(const struct cuda_particles *particles, enum cuda_list_module module,
                      const char *name, int64_t threads, const struct list_arguments *a,
                      struct error *error);

/** Whether a call of CUB has succeeded. */
bool cuda_cub_check(int result, const char *what, struct error *error);

/**
 * What bringing particles into their order needs; SORT_NONE is the caller's business. Lists of
 * particles in cell order have that too, and need no other.
 */
bool cuda_order_create(const struct cuda_particles *particles, struct cuda_list *order,
                       struct error *error);

/** Finds the order, without waiting: order->bins.sorted_value gets the present index of each. */
bool cuda_order_update(const struct cuda_particles *particles, struct cuda_list *order,
                       struct error *error);

/** Sorts the particles: `sorted` gets n vectors, `order` (n) the old index of each. */
bool cuda_sort_particles(const struct cuda_particles *particles, const struct cuda_buffer *sorted,
                         int32_t *order, struct error *error);

/** Builds a structure for the first time: sizes it, allocates, fills. */
bool cuda_list_create(const struct cuda_particles *particles, struct cuda_list *list,
                      struct error *error);

/**
 * Builds it again in place: everything that a step's rebuild would do. BINNING_CBIN waits; nothing
 * else does.
 */
bool cuda_list_rebuild(const struct cuda_particles *particles, struct cuda_list *list,
                       struct error *error);

/** Fills its cells again: the first part of building it. */
bool cuda_list_bin(const struct cuda_particles *particles, struct cuda_list *list,
                   struct error *error);

/** Whether its cells are those of the order that the particles are in. */
bool cuda_list_orders(const struct cuda_particles *particles, const struct cuda_list *list);

/**
 * Whether the list can be built again of particles that have been brought into another order:
 * BINNING_GBIN_OLD knows former cells by the particles' numbers. EXIT_USAGE if not.
 */
bool cuda_list_allows_order(const struct cuda_particles *particles, const struct cuda_list *list,
                            struct error *error);

/** Whether building it waits for the device, which a graph cannot. */
bool cuda_list_waits(const struct cuda_list *list);

/**
 * Builds it again of particles that have moved, without waiting (but for cuda_list_waits); where
 * there are more than there is memory for, *arguments.halted is set, and cuda_list_grow is called
 * for. `sorted`: cuda_order_update of the list is done, and the particles are in that order.
 */
bool cuda_list_follow(const struct cuda_particles *particles, struct cuda_list *list, bool sorted,
                      struct error *error);

/** Makes room for the longest row, or all edges, or the fullest bin, and more; the list is lost. */
bool cuda_list_grow(const struct cuda_particles *particles, struct cuda_list *list,
                    struct error *error);

/** Bytes of the structure that a kernel reads. */
int64_t cuda_list_bytes(const struct cuda_list *list);

void cuda_list_free(struct cuda_list *list);

#endif
