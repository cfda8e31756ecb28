/* Columns of a box, in which particles are sorted before they are divided into clusters. */
#pragma once

#include "harness/base/error.h"
#include "harness/particles/system.h"

#include <stdint.h>

/**
 * A grid of columns in the x, y plane. Column k has the slots start[k] … start[k + 1] - 1, a
 * multiple of CLUSTER_MOST (clusters.h). They contain the column's particles, sorted by z and then
 * by number. Empty slots follow; they contain n.
 */
struct cluster_columns {
    int grid[2]; /* column k is in row k / grid[1] along x and k % grid[1] along y */
    double edge[2];
    int64_t *start;
    int64_t slots;

    /*
     * arrays by slot: particle and its position. An empty slot has the particle number n and a
     * position far from all particles.
     */
    int32_t *particle;
    double *at[3];
};

/**
 * Chooses the numbers of columns along x and y. A column is about as wide as a cube with `size` of
 * the n particles.
 */
void cluster_columns_grid(const double box[3], int64_t n, int size, int grid[2]);

/** Sorts the particles of a system into the columns of cluster_columns_grid, with all threads. */
bool cluster_columns_build(const struct system *system, int size, struct cluster_columns *columns,
                           struct error *error);

void cluster_columns_free(struct cluster_columns *columns);
