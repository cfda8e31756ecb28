/* The edge list, for a GPU. Shared by host C and device code. */
#ifndef PAIRLANES_STRATEGIES_GPU_EDGE_LIST_H
#define PAIRLANES_STRATEGIES_GPU_EDGE_LIST_H

#include "strategies/gpu_arguments.h"

/** Edge list: pairs (first, second), sorted by first. */
struct gpu_edges {
    DEVICE_POINTER(const int2) edge;
    DEVICE_POINTER(const long long) edges;           /* points to the number of edges */
    DEVICE_POINTER(const unsigned char) interaction; /* kind of each edge; NULL: not stored */
};

#endif
