/* The edge of a thread and its pair. */
#ifndef PAIRLANES_STRATEGIES_GPU_EDGES_CUH
#define PAIRLANES_STRATEGIES_GPU_EDGES_CUH

#include "strategies/gpu_edge_list.h"
#include "strategies/gpu_particle.cuh"

__device__ __forceinline__ const gpu_edges &edges_of(const gpu_arguments &a)
{
    return neighbors_of<gpu_edges>(a);
}

/**
 * The edge of a thread. Lanes past the end repeat the last edge, so that all 32 lanes can vote.
 * Both particles are loaded before the vote, so that their loads overlap.
 */
struct thread_edge {
    bool present; /* true if the thread has an edge */
    int first;
    vector4 from;  /* position and type of the first particle */
    partner other; /* the second particle */
    bool image;    /* true if periodic images matter */

    /**
     * Creates edge k of a list. At least one lane of the warp must have an edge, and all 32 lanes
     * have to call it together.
     */
    __device__ __forceinline__ thread_edge(const gpu_arguments &a, long long k, long long edges)
        : present(k < edges)
    {
        const long long taken = present ? k : edges - 1;
        const int2 ends = __ldg(edges_of(a).edge + taken);
        first = ends.x;
        from = load(a.position + ends.x);
        other = {ends.y, load(a.position + ends.y),
                 STORED ? __ldg(edges_of(a).interaction + taken) : LOOK_UP};
        image = warp_needs_images(a, from);
    }

    __device__ __forceinline__ displacement vector_between(const gpu_arguments &a) const
    {
        return displacement(box_of(a), from, other.at, image);
    }
};

/** Returns the number of the thread's edge. */
__device__ __forceinline__ long long edge_number()
{
    return (long long)blockIdx.x * BLOCK + threadIdx.x;
}

/** Whether no lane of the thread's warp has an edge. */
__device__ __forceinline__ bool warp_is_past(long long k, long long edges)
{
    return k - threadIdx.x % 32 >= edges;
}

/**
 * Makes the body of the edge's first particle and evaluates the pair, which has displacement d,
 * with evaluate_pair.
 */
__device__ __forceinline__ bool evaluate_edge(const gpu_arguments &a, const thread_edge &edge,
                                              const displacement &d, pair_force &f)
{
    if (!in_range(d))
        return false;
#if HAS_KINDS
    partner other = edge.other;
    if (other.interaction == LOOK_UP)
        other.interaction =
            OF_MODEL(_interaction)(&model_constants(), type_of(a, edge.from), type_of(a, other.at));
    const bool needs_orientation =
        (OF_MODEL(_orientations)(other.interaction) & ORIENTATION_P) != 0;
    const own_particle self(body_at(a, edge.first, edge.from, needs_orientation));
    return evaluate_pair(a, self, other, d, f);
#else
    const own_particle self(body_at(a, edge.first, edge.from));
    return evaluate_pair(a, self, edge.other, d, f);
#endif
}

#endif
