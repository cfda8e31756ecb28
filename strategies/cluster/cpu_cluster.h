/* What CPU kernels of `cluster` read. */
#ifndef PAIRLANES_STRATEGIES_CLUSTER_CPU_CLUSTER_H
#define PAIRLANES_STRATEGIES_CLUSTER_CPU_CLUSTER_H

#include <stdint.h>

/** Particles of a cluster, at most. */
enum { CLUSTER_SIZE_MOST = 8 };

/**
 * Cluster c is the slots c * size …, of which `particle` tells the particles: n in the last ones of
 * a cluster where there are none. Each entry pairs it with the `partners` slots first[k] …, and bit
 * j * size + i of mask[k] says that its slot i and slot j of these are in range and meet. The
 * entries of cluster c are those from start[c] on, up to start[c + 1], whose lanes together are a
 * multiple of LIST_PADDING; the last of them are slots of particle n. In the first masked[c] there
 * are pairs within range that do not meet; all others that have no bit are out of range.
 */
struct cpu_cluster {
    int64_t clusters;
    int size, partners;
    const int32_t *particle;
    const int64_t *start;
    const int32_t *masked;
    const int32_t *first;
    const uint32_t *mask;

    /* three of each cluster: from where on coordinates along an axis are taken one box lower, so
       that no pair of its particles and their partners needs another image; under 0 where there is
       no such place: pairs take the nearest image */
    const double *cut;
};

#endif
