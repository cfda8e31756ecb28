/* What GPU kernels of `cluster` read. Shared by host C and device code. */
#ifndef PAIRLANES_STRATEGIES_CLUSTER_GPU_CLUSTER_H
#define PAIRLANES_STRATEGIES_CLUSTER_GPU_CLUSTER_H

#include "strategies/gpu_arguments.h"

enum {
    CLUSTER_LANES = 32,      /* pairs of a cluster and the partners of an entry, a lane each */
    CLUSTER_INDEX_BITS = 30, /* of a word of an entry, for the particle */
    CLUSTER_BITS = 2,        /* above them, for two of the clusters */
    CLUSTER_AHEAD = 64,      /* entries behind the last, of particle n, that kernels may read */
};

/**
 * Groups of GROUP clusters of CLUSTER slots. Slot i of cluster k of group g has the particle
 * own[(g * GROUP + k) * CLUSTER + i], or n where there is none. An entry pairs clusters of a group
 * with CLUSTER_LANES / CLUSTER partners and has a word for each of these: the particle, and above
 * it in the word of partner j a bit each for the clusters 2 j and 2 j + 1, whether they have pairs
 * with the partners. Group g has the entries start[g] …, count[g] of them. In the first masked[g]
 * there are pairs in range that do not meet: bit k of lanes[(masked_start[g] + e) * CLUSTER_LANES +
 * j * CLUSTER + i] says that slot i of cluster k and partner j of entry e do. In all others, pairs
 * that are not listed are out of range. There is a group for each block; the last ones may have no
 * entries.
 */
struct gpu_cluster {
    DEVICE_POINTER(const int) own;
    DEVICE_POINTER(const long long) start;
    DEVICE_POINTER(const long long) masked_start;
    DEVICE_POINTER(const int) count;
    DEVICE_POINTER(const int) masked;
    DEVICE_POINTER(const unsigned) word;
    DEVICE_POINTER(const unsigned char) lanes;

    /* of each group: along x, y, z, from where on coordinates are taken one box lower, so that no
       pair of its particles and their partners needs another image; w is not 0 where there is no
       such place, and pairs take the nearest image */
    DEVICE_POINTER(const vector4) frame;
};

#endif
