/*
 * Candidates for neighbors: the particles within the range of a cell whose edges are the range,
 * copied side by side in single precision, periodic images shifted, once for all particles of that
 * cell. The neighbors of a particle are then found by one run of vector tests. A pair too close to
 * the range for single precision is decided in double.
 */
#pragma once

#include "harness/base/error.h"
#include "harness/particles/cells.h"
#include "harness/particles/system.h"
#include "strategies/cpu_arguments.h"

#include <stdbool.h>
#include <stdint.h>

/** Candidates that are tested at once. */
enum { CANDIDATES_AT_ONCE = LIST_PADDING };

/** Particles in the order of the cells; all threads read it. */
struct cell_order {
    const struct system *system;
    double range2;
    float below, above; /* squared distances that are certainly inside, or certainly outside */
    struct cells cells;
    float *x, *y, *z;
};

/** Orders the particles by cells with edges of `range` at least. EXIT_ENVIRONMENT for memory. */
bool cell_order_build(const struct system *system, double range, struct cell_order *order,
                      struct error *error);

/** Frees it. */
void cell_order_free(struct cell_order *order);

/** Particles within the range of a cell, for one thread. */
struct list_candidates {
    int64_t cell; /* cell of the candidates; -1: none yet */
    int64_t count, room;
    float *x, *y, *z;
    int32_t *particle;
};

/**
 * Replaces the candidates by the particles within the range of `cell`. EXIT_ENVIRONMENT if memory
 * runs out, without any candidates.
 */
bool candidates_gather(const struct cell_order *order, int64_t cell,
                       struct list_candidates *candidates, struct error *error);

/** Writes the neighbors of particle i, which is in the cell of the candidates, to `row`, which has
 * room for all candidates and CANDIDATES_AT_ONCE more; returns how many they are. */
int64_t candidates_row(const struct cell_order *order, const struct list_candidates *candidates,
                       int32_t i, int32_t *row);

/** Frees them. */
void candidates_free(struct list_candidates *candidates);
