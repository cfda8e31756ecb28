/* Sorts particles so that particles near each other in space are near each other in memory. */
#pragma once

#include "harness/backend/cuda/lists/cuda_neighbors.h"

/**
 * Creates the arrays for sorting particles; does nothing for SORT_NONE. Lists in cell order have
 * these arrays already.
 */
bool cuda_order_create(const struct cuda_particles *particles, struct cuda_list *order,
                       struct error *error);

/** Adapts the order to a small change of the particles' box. */
void cuda_order_rebox(const struct cuda_particles *particles, struct cuda_list *order);

/** Adds the memory that cuda_order_create allocates. */
void cuda_order_estimate(const struct cuda_particles *particles, struct memory_need *need);

/**
 * Finds the order without waiting for the device: order->bins.sorted_value receives the current
 * index of each particle, in the new order.
 */
bool cuda_order_update(const struct cuda_particles *particles, struct cuda_list *order,
                       struct error *error);

/** Sorts the particles: `sorted` receives n vectors, `order` (n) their previous indices. */
bool cuda_sort_particles(const struct cuda_particles *particles, const struct cuda_buffer *sorted,
                         int32_t *order, struct error *error);
