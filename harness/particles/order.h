/* Finds the order in which a workload keeps its particles. */
#pragma once

#include "harness/base/error.h"
#include "harness/particles/sort_order.h"
#include "harness/particles/system.h"

#include <stdint.h>

/**
 * Finds the order of a system's particles for `sort`, by cells with edges of `edge`: (*order)[k] is
 * the index in the system of the k-th particle. The caller frees the n entries; NULL after an
 * error. Particles of a cell keep the system's order (with SORT_CELL_TYPE: if they have the same
 * type). SORT_HILBERT visits the cells along a Hilbert curve through the 8 vertices of nested cubes
 * (C. Hamilton, Compact Hilbert Indices, Dalhousie CS-2006-07).
 */
bool order_create(const struct system *system, enum sort_order sort, double edge, int32_t **order,
                  struct error *error);

/**
 * Returns the inverse of an order of n particles: the index in the order of each particle of the
 * system. The caller frees it. NULL if memory runs out; the error contains `what`.
 */
int32_t *order_places(const int32_t *order, int64_t n, const char *what, struct error *error);

/** Returns the estimated memory of order_create. */
struct footprint order_footprint(const struct system *system, enum sort_order sort, double edge);
