/* Data of CPU kernels of `cluster`. */
#ifndef PAIRLANES_STRATEGIES_CLUSTER_CPU_CLUSTER_H
#define PAIRLANES_STRATEGIES_CLUSTER_CPU_CLUSTER_H

#include <stdint.h>

/** Largest number of particles in a cluster. */
enum { CLUSTER_SIZE_MOST = 8 };

/**
 * Cluster c has `size` slots, starting at c * size. particle[slot] is n in empty slots, which come
 * last in a cluster. The entries of cluster c are start[c] … start[c + 1] - 1. Entry k pairs the
 * cluster with `partners` slots, starting at first[k]. Bit j * size + i of mask[k] is set if slot i
 * of the cluster and slot first[k] + j are in range and not excluded. The entries of a cluster are
 * padded with slots of particle n until they have a multiple of LIST_PADDING partners. Only the
 * first masked[c] entries contain excluded pairs within range. In other entries a pair without a
 * bit is out of range.
 */
struct cpu_cluster {
    int64_t clusters;
    int size, partners;
    const int32_t *particle;
    const int64_t *start;
    const int32_t *masked;
    const int32_t *first;
    const uint32_t *mask;

    /*
     * three per cluster, along x, y, z. Shifting coordinates at or above the cut down by one box
     * length puts cluster and partners in the same periodic image. Below 0: no cut exists; each
     * pair computes its nearest image
     */
    const double *cut;
};

#endif
