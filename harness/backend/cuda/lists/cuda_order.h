/* Sorts particles so that neighbors in space are neighbors in memory. */
#pragma once

#include "harness/backend/cuda/lists/cuda_neighbors.h"

/**
 * Creates the arrays for sorting particles, except for SORT_NONE. Lists of particles in cell order
 * have such arrays already.
 */
bool cuda_order_create(const struct cuda_particles *particles, struct cuda_list *order,
                       struct error *error);

/** Applies the box of the particles, which has changed a little. */
void cuda_order_rebox(const struct cuda_particles *particles, struct cuda_list *order);

/** Adds the memory of cuda_order_create. */
void cuda_order_estimate(const struct cuda_particles *particles, struct memory_need *need);

/**
 * Finds the order, without waiting: order->bins.sorted_value gets the current index of each
 * particle.
 */
bool cuda_order_update(const struct cuda_particles *particles, struct cuda_list *order,
                       struct error *error);

/** Sorts the particles: `sorted` gets n vectors, `order` (n) the old index of each. */
bool cuda_sort_particles(const struct cuda_particles *particles, const struct cuda_buffer *sorted,
                         int32_t *order, struct error *error);
