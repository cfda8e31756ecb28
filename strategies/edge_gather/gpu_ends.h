/* The edge list, with the edges of each particle, for a GPU. Shared by host C and device code. */
#ifndef PAIRLANES_STRATEGIES_EDGE_GATHER_GPU_ENDS_H
#define PAIRLANES_STRATEGIES_EDGE_GATHER_GPU_ENDS_H

#include "strategies/gpu_edge_list.h"

/**
 * Edge list with the edges of each particle. Particle i is the first particle of edges
 * first_start[i] … first_start[i + 1] - 1. It is the second particle of the edges second[k], k from
 * second_start[i] to second_start[i + 1] - 1. The struct begins with the members of gpu_edges, so
 * that edges_of can read it.
 */
struct gpu_ends {
    struct gpu_edges edges;
    long long room;                               /* edges for which memory has room */
    DEVICE_POINTER(const long long) first_start;  /* n + 1 */
    DEVICE_POINTER(const long long) second_start; /* n + 1 */
    DEVICE_POINTER(const unsigned) second;        /* numbers of edges, sorted by second particle */
};

/** Arguments of the kernels that fill second_start and second. */
struct ends_arguments {
    struct gpu_edges edges;
    long long room;
    DEVICE_POINTER(unsigned long long)
    size; /* edges of each second particle that are not yet stored (n + 1 elements); 0 before and
           * after the build */
    DEVICE_POINTER(const long long) second_start;
    DEVICE_POINTER(unsigned) second;
};

#endif
