/* What GPU kernels of `cluster` read. Shared by host C and device code. */
#ifndef PAIRLANES_STRATEGIES_CLUSTER_GPU_CLUSTER_H
#define PAIRLANES_STRATEGIES_CLUSTER_GPU_CLUSTER_H

#include "strategies/gpu_arguments.h"

/** Pairs of an entry: a lane of a warp each. */
enum { CLUSTER_LANES = 32 };

/**
 * Clusters of CLUSTER slots, of which `particle` tells the particles: n in the last ones of a
 * cluster where there are none. An entry pairs a cluster with the CLUSTER_LANES / CLUSTER slots
 * that follow first[k]; bit j * CLUSTER + i of mask[k] says that slot i of the cluster and slot j
 * of these are in range and meet as a pair. Cluster c has the entries start[c] …, count[c] of them.
 * There are as many clusters as warps; the last may be empty.
 */
struct gpu_cluster {
    DEVICE_POINTER(const int) particle;
    DEVICE_POINTER(const long long) start;
    DEVICE_POINTER(const int) count;
    DEVICE_POINTER(const int) first;
    DEVICE_POINTER(const unsigned) mask;

    /* of each cluster: along x, y, z, from where on coordinates are taken one box lower, so that no
       pair of its particles and their partners needs another image; w is not 0 where there is no
       such place, and pairs take the nearest image */
    DEVICE_POINTER(const vector4) frame;
    int clusters; /* that there is room for */
};

#endif
