/* The order in which a workload keeps its particles. */
#pragma once

#include "harness/base/error.h"
#include "harness/particles/sort_order.h"
#include "harness/particles/system.h"

#include <stdint.h>

/**
 * Finds the order of the system's particles for `sort`, by cells of edge `edge`: (*order)[k] is the
 * index in the system of the k-th particle (n entries, to be freed by the caller; NULL after an
 * error). Particles of a cell keep the system's order; with SORT_CELL_TYPE, those of a type in a
 * cell. SORT_HILBERT visits the cells along a Hilbert curve through the 8 vertices of nested cubes
 * (C. Hamilton, Compact Hilbert Indices, Dalhousie CS-2006-07).
 */
bool order_create(const struct system *system, enum sort_order sort, double edge, int32_t **order,
                  struct error *error);

/**
 * Returns the inverse of an order of n particles, to be freed: the place of each particle of the
 * system. NULL without memory; `what` names it in the error.
 */
int32_t *order_places(const int32_t *order, int64_t n, const char *what, struct error *error);

/** Returns the memory of order_create. */
struct footprint order_footprint(const struct system *system, enum sort_order sort, double edge);
