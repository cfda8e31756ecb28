/* Neighbor structures on the device, built there from the particles' positions. */
#pragma once

#include "harness/backend/cuda/lists/cuda_neighbors.h"

/**
 * Adds to `need` the memory that the first build of the structure takes, and returns the vectors
 * that cuda_list_outputs will return. Depends on types and counts of particles, not on positions;
 * the list stays unchanged.
 */
double cuda_list_estimate(const struct cuda_particles *particles, struct cuda_list *list,
                          struct memory_need *need);

/** Builds a structure for the first time: sizes it, allocates, fills. */
bool cuda_list_create(const struct cuda_particles *particles, struct cuda_list *list,
                      struct error *error);

/**
 * Builds the list again in place, as a step does. Waits only with BINNING_CBIN and for structures
 * that are built on the host.
 */
bool cuda_list_rebuild(const struct cuda_particles *particles, struct cuda_list *list,
                       struct error *error);

/** Fills its cells again, if it has any: the first part of building it. */
bool cuda_list_bin(const struct cuda_particles *particles, struct cuda_list *list,
                   struct error *error);

/** Whether the list's cells have the order of the particles. */
bool cuda_list_orders(const struct cuda_particles *particles, const struct cuda_list *list);

/**
 * Whether the list can be built again after particles were sorted: BINNING_GBIN_OLD finds former
 * cells by the particles' numbers. EXIT_USAGE if not.
 */
bool cuda_list_allows_order(const struct cuda_particles *particles, const struct cuda_list *list,
                            struct error *error);

/** Whether the list is built from all particles, without cells. */
bool cuda_list_tests_all(const struct cuda_particles *particles, const struct cuda_list *list);

/** Whether building the list waits for the device, which is impossible within a graph. */
bool cuda_list_waits(const struct cuda_list *list);

/**
 * Builds the list again from particles that have moved, without waiting (except cuda_list_waits).
 * If memory for entries is lacking, *arguments.halted is set, and the caller has to call
 * cuda_list_grow. `sorted`: cuda_order_update of the list was called, and the particles are in its
 * order.
 */
bool cuda_list_follow(const struct cuda_particles *particles, struct cuda_list *list, bool sorted,
                      struct error *error);

/**
 * Enqueues the update of the list before forces of particles that have moved, by less than half the
 * skin.
 */
bool cuda_list_refresh(const struct cuda_particles *particles, const struct cuda_list *list,
                       struct error *error);

/** Refuses a list that cannot be built for another box: EXIT_USAGE. */
bool cuda_list_allows_rebox(const struct cuda_list *list, struct error *error);

/**
 * Applies the box of the particles, which has changed a little, to a list that stays valid or is
 * about to be built again.
 */
void cuda_list_try_box(const struct cuda_particles *particles, struct cuda_list *list);
bool cuda_list_rebox(const struct cuda_particles *particles, struct cuda_list *list,
                     struct error *error);

/** Makes room for the longest row, or all edges, or the fullest bin, and more; the list is lost. */
bool cuda_list_grow(const struct cuda_particles *particles, struct cuda_list *list,
                    struct error *error);

/** Fills gpu_arguments.neighbors, the part of a list that kernels read. */
void cuda_list_arguments(const struct cuda_particles *particles, const struct cuda_list *list,
                         void *neighbors);

/** Returns the threads or blocks of the structure's items, as in struct cuda_neighbor_structure. */
int64_t cuda_list_items(const struct cuda_list *list, enum step_items items);

/**
 * Returns the bytes of shared memory that a block of the strategy's kernels needs in addition to
 * what they declare.
 */
int64_t cuda_list_shared(const struct cuda_list *list, enum precision precision,
                         const struct model *model);

/** Whether kernels over a neighbor structure need shared memory that depends on the particles. */
bool cuda_list_stages(const struct neighbor_structure *neighbors);

/** Returns the vectors that kernels write pair by pair. */
int64_t cuda_list_outputs(const struct cuda_list *list);

/**
 * Return the bytes of the structure that a kernel reads, and the further bytes that building needs.
 */
int64_t cuda_list_bytes(const struct cuda_list *list);
int64_t cuda_list_building_bytes(const struct cuda_list *list);

void cuda_list_free(struct cuda_list *list);
