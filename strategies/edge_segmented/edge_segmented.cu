/*
 * A thread per pair of the edge list, like `edge`. A warp sums the forces on the same first
 * particle before it adds them:
 *
 *     (i, j) = edge[number of the thread]
 *     f = force on j of the pair
 *     if f is not zero
 *         atomically: force[j] += f
 *     sum = sum of -f over the run of lanes with the same i in this warp
 *     in the first lane of each run with a pair that interacts
 *         atomically: force[i] += sum
 *
 * The list is sorted by first particle, so a warp has few runs. In five steps, a lane adds the sums
 * of the lanes 1, 2, 4, 8 and 16 after it, if these are in the same run.
 *
 * With QUEUE, a block first finds the edges that may interact and then evaluates them, as in
 * `edge`.
 *
 * L. Rovigatti et al., J. Comput. Chem. 36, 1 (2015), section II, propose a segmented reduction
 * instead of atomics; here it reduces the number of atomics.
 */
#include "strategies/gpu_add.cuh"
#include "strategies/gpu_edges.cuh"

/** Returns the number of lanes after this one that are in the same run. */
__device__ __forceinline__ int rest_of_run(bool head)
{
    const int lane = threadIdx.x % 32;
    const unsigned heads = __ballot_sync(ALL_LANES, head);
    const unsigned later_heads = lane == 31 ? 0 : heads >> (lane + 1);
    return later_heads ? __ffs(later_heads) - 1 : 31 - lane;
}

/** Evaluates the edges of a warp's lanes and adds the forces; some lanes may have no edge. */
#if QUEUE
template <bool ENERGY>
__device__ __forceinline__ void add_edges(const gpu_arguments &a, const thread_edge &edge)
{
    const int lane = threadIdx.x % 32;
#else
template <bool ENERGY> __device__ __forceinline__ void edge_segmented(const gpu_arguments &a)
{
    const int lane = threadIdx.x % 32;
    const long long k = edge_number();
    const long long edges = __ldg(edges_of(a).edges);
    if (warp_is_past(k, edges))
        return;
    const thread_edge edge(a, k, edges);
#endif
    const displacement d = edge.vector_between(a);
    pair_force f = {};
    const bool interacts = edge.present && evaluate_edge(a, edge, d, f);
    if (interacts)
        add_partner<ENERGY>(a, a.force + edge.other.i, a.torque + edge.other.i, f, d);
    const unsigned active = __ballot_sync(ALL_LANES, interacts);
    if (active == 0)
        return;

    const int before = __shfl_up_sync(ALL_LANES, edge.first, 1);
    const bool head = lane == 0 || before != edge.first;
    const int rest = rest_of_run(head);
    total sum(f);
    for (int distance = 1; distance < 32; distance *= 2) {
        sum.components<ENERGY>([&](SUM &component) {
            const SUM later = __shfl_down_sync(ALL_LANES, component, distance);
            if (distance <= rest)
                component += later;
        });
    }
    const unsigned run = (rest == 31 ? ALL_LANES : (2u << rest) - 1) << lane;
    if (head && (active & run) != 0)
        add_total<ENERGY>(a, a.force + edge.first, a.torque + edge.first, sum);
}

#if QUEUE
#include "strategies/gpu_edge_queue.cuh"

template <bool ENERGY> __device__ __forceinline__ void edge_segmented(const gpu_arguments &a)
{
    visit_edges(a, [&](const thread_edge &edge) { add_edges<ENERGY>(a, edge); });
}
#endif

GPU_KERNEL(force, edge_segmented)
