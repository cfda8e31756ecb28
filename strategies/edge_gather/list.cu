/*
 * Sorts the numbers of edges by second particle. One kernel counts the edges of each particle,
 * another stores them, with a thread per edge. The order of a particle's edges depends on the order
 * of threads.
 */
#include "strategies/gpu_types.cuh"

#include "strategies/edge_gather/gpu_ends.h"

/** Returns the number of the thread's edge. -1: no edge, or no room in memory for all edges. */
__device__ __forceinline__ long long edge_of_thread(const ends_arguments &a)
{
    const long long k = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    const long long edges = *a.edges.edges;
    return k < edges && edges <= a.room ? k : -1;
}

extern "C" __global__ void count_ends(const __grid_constant__ ends_arguments a)
{
    const long long k = edge_of_thread(a);
    if (k >= 0)
        atomicAdd(a.size + a.edges.edge[k].y, 1ULL);
}

extern "C" __global__ void place_ends(const __grid_constant__ ends_arguments a)
{
    const long long k = edge_of_thread(a);
    if (k < 0)
        return;
    const int j = a.edges.edge[k].y;
    const unsigned long long left = atomicAdd(a.size + j, ~0ULL); /* subtracts one */
    a.second[a.second_start[j] + (long long)left - 1] = (unsigned)k;
}
