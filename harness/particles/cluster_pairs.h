/*
 * Finds the pairs in range between a cluster and the partners of an entry, as a bit mask
 * (clusters.h).
 */
#pragma once

#include "harness/particles/clusters.h"

#include <math.h>

/** Implements cluster_pairs_in_range. Inlined, so that the sizes are constants. */
static inline __attribute__((always_inline)) uint32_t
cluster_pairs_of_size(const double *const own[3], const double *const at[3], int size, int partners,
                      const double edge[3], double range2)
{
    const double box[3] = {edge[0], edge[1], edge[2]};
    uint64_t near[CLUSTER_MOST] = {0}; /* partners near each slot of the cluster: bit j * size is
                                        * set if partner j is in range */
    uint32_t bits = 0;
    for (int j = 0; j < partners; j++) {
        const double x = at[0][j], y = at[1][j], z = at[2][j];
#pragma omp simd
        for (int i = 0; i < size; i++) {
            double dx = fabs(x - own[0][i]), dy = fabs(y - own[1][i]), dz = fabs(z - own[2][i]);
            dx = dx > box[0] / 2 ? dx - box[0] : dx;
            dy = dy > box[1] / 2 ? dy - box[1] : dy;
            dz = dz > box[2] / 2 ? dz - box[2] : dz;
            near[i] |= (uint64_t)(dx * dx + dy * dy + dz * dz < range2) << j * size;
        }
    }
    for (int i = 0; i < size; i++)
        bits |= (uint32_t)near[i] << i;
    return bits;
}

/**
 * Returns the mask of an entry: the pairs in range between slots and partners, in a periodic box.
 * The cluster has `size` slots with coordinates `own`. The entry has CLUSTER_PAIRS / size partners
 * with coordinates `at`.
 */
static inline uint32_t cluster_pairs_in_range(const double *const own[3], const double *const at[3],
                                              int size, const double edge[3], double range2)
{
    return size == 4 ? cluster_pairs_of_size(own, at, 4, 8, edge, range2)
                     : cluster_pairs_of_size(own, at, 8, 4, edge, range2);
}
