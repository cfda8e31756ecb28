/*
 * Queue of edges (tuning value QUEUE): a block first finds its edges that may interact; then full
 * warps evaluate them.
 */
#ifndef PAIRLANES_STRATEGIES_GPU_EDGE_QUEUE_CUH
#define PAIRLANES_STRATEGIES_GPU_EDGE_QUEUE_CUH

#include "strategies/gpu_edges.cuh"
#include "strategies/gpu_queue.cuh"

enum { WARPS = BLOCK / 32, EDGES = 32 * QUEUE /* edges that a warp searches */ };

/** Whether the two particles of an edge may interact. */
__device__ __forceinline__ bool may_interact(const gpu_arguments &a, const thread_edge &edge)
{
    return edge.present & may_interact(body_at(a, edge.first, edge.from),
                                       body_at(a, edge.other.i, edge.other.at),
                                       edge.vector_between(a));
}

/**
 * Finds the edges that may interact, among a warp's EDGES edges. Writes their offsets from `begin`
 * to `found` and returns their number.
 */
__device__ __forceinline__ int find_edges(const gpu_arguments &a, long long begin, long long edges,
                                          unsigned short *found)
{
    const unsigned lane = threadIdx.x % 32;
    int count = 0;
#pragma unroll 2
    for (int k = 0; k < QUEUE; k++) {
        const int place = (int)(threadIdx.x / 32 * EDGES + 32 * k + lane);
        if (warp_is_past(begin + place, edges))
            break;
        const bool waits = may_interact(a, thread_edge(a, begin + place, edges));
        const unsigned waiting = __ballot_sync(ALL_LANES, waits);
        if (waits)
            found[count + __popc(waiting & ((1u << lane) - 1))] = (unsigned short)place;
        count += __popc(waiting);
    }
    return count;
}

/**
 * Calls visit(edge) for each edge of the block that may interact. All 32 lanes of a warp call
 * `visit` together; lanes without an edge set `present` to false.
 */
template <typename Visit>
__device__ __forceinline__ void visit_edges(const gpu_arguments &a, Visit &&visit)
{
    __shared__ unsigned short found[WARPS][EDGES];
    __shared__ int count[WARPS];
    const long long begin = (long long)blockIdx.x * (BLOCK * QUEUE);
    const long long edges = __ldg(edges_of(a).edges);
    if (begin >= edges)
        return;
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const int own = find_edges(a, begin, edges, found[warp]);
    if (lane == 0)
        count[warp] = own;
    __syncthreads();
    int total = 0;
    for (int w = 0; w < WARPS; w++)
        total += count[w];
#pragma unroll 1
    for (int first = 32 * warp; first < total; first += BLOCK) {
        int k = min(first + lane, total - 1), w = 0;
        while (k >= count[w])
            k -= count[w++];
        thread_edge edge(a, begin + found[w][k], edges);
        edge.present = first + lane < total;
        visit(edge);
    }
}

#endif
