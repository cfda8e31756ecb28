/*
 * Finds neighbors by way of candidates. The edges of a cell are as long as the range. The particles
 * in range of a cell are copied once to contiguous arrays in single precision. Periodic images are
 * shifted. Vector instructions then test all of these candidates for each particle of the cell.
 * Pairs that single precision cannot decide are tested in double precision.
 */
#pragma once

#include "harness/base/error.h"
#include "harness/particles/cells.h"
#include "harness/particles/system.h"
#include "strategies/cpu_arguments.h"

#include <stdbool.h>
#include <stdint.h>

/** Number of candidates that are tested at once. */
enum { CANDIDATES_AT_ONCE = LIST_PADDING };

/** Particles sorted by cells; all threads read this. */
struct cell_order {
    const struct system *system;
    double range2;
    float below, above; /* squared distances below and above which single precision certainly
                         * decides */
    struct cells cells;
    float *x, *y, *z;
};

/**
 * Sorts the particles by cells with edges of at least `range`. EXIT_ENVIRONMENT if memory runs out.
 */
bool cell_order_build(const struct system *system, double range, struct cell_order *order,
                      struct error *error);

/** Frees the arrays of the order. */
void cell_order_free(struct cell_order *order);

/** Particles in range of a cell, in the memory of one thread. */
struct list_candidates {
    int64_t cell; /* cell of the candidates; -1: none yet */
    int64_t count, room;
    float *x, *y, *z;
    int32_t *particle;
};

/**
 * Replaces the candidates by the particles in range of `cell`. EXIT_ENVIRONMENT if memory runs out;
 * then there are no candidates.
 */
bool candidates_gather(const struct cell_order *order, int64_t cell,
                       struct list_candidates *candidates, struct error *error);

/**
 * Writes the neighbors of particle i, which must be in the cell of the candidates, to `row`;
 * returns their number. `row` must have room for all candidates and CANDIDATES_AT_ONCE more.
 */
int64_t candidates_row(const struct cell_order *order, const struct list_candidates *candidates,
                       int32_t i, int32_t *row);

/** Frees the arrays of the candidates. */
void candidates_free(struct list_candidates *candidates);
