/*
 * A thread per pair of the edge list:
 *
 *     (i, j) = edge[number of the thread]
 *     f = force on j of the pair
 *     if f is not zero
 *         atomically: force[i] -= f, force[j] += f
 *
 * Every pair is evaluated once. There are more threads than particles, and no thread has a long row
 * to walk. The cost is two atomic additions for each pair that interacts.
 *
 * With QUEUE, a block takes QUEUE edges per thread. It first finds the pairs that may interact; its
 * warps then evaluate these 32 at a time.
 *
 * L. Rovigatti et al., J. Comput. Chem. 36, 1 (2015), section II, "edge-based" approach.
 */
#include "strategies/gpu_add.cuh"
#include "strategies/gpu_edges.cuh"

#if QUEUE
#include "strategies/gpu_edge_queue.cuh"

template <bool ENERGY> __device__ __forceinline__ void add_edge(const gpu_arguments &a)
{
    visit_edges(a, [&](const thread_edge &edge) {
        const displacement d = edge.vector_between(a);
        pair_force f;
        if (!edge.present || !evaluate_edge(a, edge, d, f))
            return;
        add_total<ENERGY>(a, a.force + edge.first, a.torque + edge.first, total(f));
        add_partner<ENERGY>(a, a.force + edge.other.i, a.torque + edge.other.i, f, d);
    });
}
#else
template <bool ENERGY> __device__ __forceinline__ void add_edge(const gpu_arguments &a)
{
    const long long k = edge_number();
    const long long edges = __ldg(edges_of(a).edges);
    if (warp_is_past(k, edges))
        return;
    const thread_edge edge(a, k, edges);
    const displacement d = edge.vector_between(a);
    pair_force f;
    if (!edge.present || !evaluate_edge(a, edge, d, f))
        return;
    add_total<ENERGY>(a, a.force + edge.first, a.torque + edge.first, total(f));
    add_partner<ENERGY>(a, a.force + edge.other.i, a.torque + edge.other.i, f, d);
}
#endif

GPU_KERNEL(force, add_edge)
