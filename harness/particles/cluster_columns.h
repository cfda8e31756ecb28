/* The columns of a box in which particles are sorted into clusters. */
#pragma once

#include "harness/base/error.h"
#include "harness/particles/system.h"

#include <stdint.h>

/**
 * A grid in the x, y plane. Column k has the slots start[k] … start[k + 1] - 1, a multiple of
 * CLUSTER_MOST (clusters.h): its particles by z and then by number, and after them n.
 */
struct cluster_columns {
    int grid[2]; /* column k is in row k / grid[1] along x and k % grid[1] along y */
    double edge[2];
    int64_t *start;
    int64_t slots;

    /* arrays by slot: particle, n in an empty slot; its position, far from all in an empty slot */
    int32_t *particle;
    double *at[3];
};

/**
 * Chooses the columns of a box along x and y, about as wide as a cube with `size` of its n
 * particles.
 */
void cluster_columns_grid(const double box[3], int64_t n, int size, int grid[2]);

/** Sorts particles into the columns of cluster_columns_grid. All threads. */
bool cluster_columns_build(const struct system *system, int size, struct cluster_columns *columns,
                           struct error *error);

void cluster_columns_free(struct cluster_columns *columns);
