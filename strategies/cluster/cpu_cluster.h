/* Data of CPU kernels of `cluster`. */
#ifndef PAIRLANES_STRATEGIES_CLUSTER_CPU_CLUSTER_H
#define PAIRLANES_STRATEGIES_CLUSTER_CPU_CLUSTER_H

#include <stdint.h>

/** Particles of a cluster, at most. */
enum { CLUSTER_SIZE_MOST = 8 };

/**
 * Cluster c has the slots from c * size on. particle[slot] is n in empty slots, the last of a
 * cluster. Its entries are start[c] … start[c + 1] - 1. Entry k pairs the cluster with the
 * `partners` slots from first[k] on: bit j * size + i of mask[k] is set if slot i of the cluster
 * and slot j of these are in range and not excluded. The lanes of all entries of a cluster are a
 * multiple of LIST_PADDING; the last entries are padding, slots of particle n. The first masked[c]
 * entries contain excluded pairs within range; in all others a pair without a bit is out of range.
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
     * three of each cluster: coordinates along an axis from here on are shifted down by one box, so
     * that no pair of its particles and their partners needs another image; below 0: there is no
     * such place, and pairs take the nearest image
     */
    const double *cut;
};

#endif
