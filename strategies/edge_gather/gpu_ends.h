/* Edges, and the edges of each particle, for a GPU. Shared by host C and device code. */
#ifndef PAIRLANES_STRATEGIES_EDGE_GATHER_GPU_ENDS_H
#define PAIRLANES_STRATEGIES_EDGE_GATHER_GPU_ENDS_H

#include "strategies/gpu_edge_list.h"

/**
 * Edges: particle i is the first of edges first_start[i] … first_start[i + 1] - 1, and the second
 * of edges second[k], k from second_start[i] to second_start[i + 1] - 1. It begins like gpu_edges,
 * so that edges_of can read it.
 */
struct gpu_ends {
    struct gpu_edges edges;
    long long room;                               /* edges for which memory has room */
    DEVICE_POINTER(const long long) first_start;  /* n + 1 */
    DEVICE_POINTER(const long long) second_start; /* n + 1 */
    DEVICE_POINTER(const unsigned) second;        /* numbers of edges */
};

/** Arguments of the kernels that find the second ends. */
struct ends_arguments {
    struct gpu_edges edges;
    long long room;
    DEVICE_POINTER(unsigned long long)
    size; /* n + 1: number of each particle's edges that are not placed yet; 0 before and after */
    DEVICE_POINTER(const long long) second_start;
    DEVICE_POINTER(unsigned) second;
};

#endif
