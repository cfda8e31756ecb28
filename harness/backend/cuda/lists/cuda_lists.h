/* Neighbor structures on the device, most of them built there from the particles' positions. */
#pragma once

#include "harness/backend/cuda/lists/cuda_neighbors.h"

/**
 * Adds to `need` the memory of the first build of the structure. Returns the number of vectors that
 * cuda_list_outputs will return. Both depend on types and counts of particles, not on positions.
 * The list stays unbuilt.
 */
double cuda_list_estimate(const struct cuda_particles *particles, struct cuda_list *list,
                          struct memory_need *need);

/** Builds a structure for the first time: computes sizes, allocates memory, and fills it. */
bool cuda_list_create(const struct cuda_particles *particles, struct cuda_list *list,
                      struct error *error);

/**
 * Builds the list again in place, as in a step. Waits for the device only with BINNING_CBIN or if
 * the structure is built on the host.
 */
bool cuda_list_rebuild(const struct cuda_particles *particles, struct cuda_list *list,
                       struct error *error);

/** Fills the cells of a list again, the first part of a build. Does nothing if it has no cells. */
bool cuda_list_bin(const struct cuda_particles *particles, struct cuda_list *list,
                   struct error *error);

/** Whether the cell order of the list is the order in which particles are sorted. */
bool cuda_list_orders(const struct cuda_particles *particles, const struct cuda_list *list);

/**
 * Whether the list can be built again after particles were sorted; if not, EXIT_USAGE.
 * BINNING_GBIN_OLD finds a particle's former cell by its index, which sorting changes. It therefore
 * requires sorting in the order of the list's cells.
 */
bool cuda_list_allows_order(const struct cuda_particles *particles, const struct cuda_list *list,
                            struct error *error);

/** Whether the list is built from all pairs of particles, without cells. */
bool cuda_list_tests_all(const struct cuda_particles *particles, const struct cuda_list *list);

/** Whether building the list waits for the device; this is impossible in a CUDA graph. */
bool cuda_list_waits(const struct cuda_list *list);

/**
 * Builds the list again for particles that have moved, without waiting for the device (except if
 * cuda_list_waits). If memory for entries is too small, *arguments.halted is set, and the caller
 * has to call cuda_list_grow. `sorted`: the particles have been sorted into the order that
 * cuda_order_update has found with this list.
 */
bool cuda_list_follow(const struct cuda_particles *particles, struct cuda_list *list, bool sorted,
                      struct error *error);

/**
 * Enqueues updating the list before a force call, for particles that have moved by less than half
 * the skin.
 */
bool cuda_list_refresh(const struct cuda_particles *particles, const struct cuda_list *list,
                       struct error *error);

/**
 * Waits, and computes the largest displacement of a particle since the list was last pruned.
 * `*most` becomes its limit; 0: the list is not pruned.
 */
bool cuda_list_pruned(const struct cuda_particles *particles, const struct cuda_list *list,
                      double *distance, double *most, struct error *error);

/** Fails with EXIT_USAGE if the list cannot be adapted to another box. */
bool cuda_list_allows_rebox(const struct cuda_list *list, struct error *error);

/**
 * Adapts the list to a small change of the particles' box. The list stays valid, or is built again
 * afterwards.
 */
void cuda_list_try_box(const struct cuda_particles *particles, struct cuda_list *list);
bool cuda_list_rebox(const struct cuda_particles *particles, struct cuda_list *list,
                     struct error *error);

/**
 * Allocates somewhat more memory than the longest row, all edges, or the fullest bin need. The
 * list's contents are lost.
 */
bool cuda_list_grow(const struct cuda_particles *particles, struct cuda_list *list,
                    struct error *error);

/** Fills gpu_arguments.neighbors: the part of a list that force kernels read. */
void cuda_list_arguments(const struct cuda_particles *particles, const struct cuda_list *list,
                         void *neighbors);

/**
 * Returns the number of threads or blocks for the structure's items, as in struct
 * cuda_neighbor_structure.
 */
int64_t cuda_list_items(const struct cuda_list *list, enum step_items items);

/**
 * Returns the bytes of shared memory that a block of the strategy's kernels needs in addition to
 * the kernels' declared memory.
 */
int64_t cuda_list_shared(const struct cuda_list *list, enum precision precision,
                         const struct model *model);

/** Whether the shared memory of kernels that read a neighbor structure depends on the particles. */
bool cuda_list_stages(const struct neighbor_structure *neighbors);

/** Returns the number of vectors that kernels write pair by pair. */
int64_t cuda_list_outputs(const struct cuda_list *list);

/** Return the bytes of the structure that a kernel reads, or the bytes that only building needs. */
int64_t cuda_list_bytes(const struct cuda_list *list);
int64_t cuda_list_building_bytes(const struct cuda_list *list);

void cuda_list_free(struct cuda_list *list);
