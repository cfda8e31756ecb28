/*
 * A thread per pair of the edge list stores the force:
 *
 *     k = number of the thread
 *     (i, j) = edge[k]
 *     store[k] = force on j of the pair
 *
 * A second kernel, `sum`, computes a segmented sum. LANES lanes per particle share its edges:
 *
 *     force[i] = sum of -store[k] over the edges k with first particle i
 *              + sum of store[k] over the edges k with second particle i
 *
 * Every pair is evaluated once, without atomics. The costs: the force of each listed pair is
 * written once and read twice, whether the pair interacts or not. The list must also store the
 * edges of each second particle. With orientations, the torques on both particles are also stored.
 *
 * L. Rovigatti et al., J. Comput. Chem. 36, 1 (2015), section II: "the most general approach",
 * forces stored on a per-edge basis and a parallel segmented reduction.
 */
#include "strategies/gpu_edges.cuh"

#include "strategies/edge_gather/gpu_ends.h"

__device__ __forceinline__ const gpu_ends &ends_of(const gpu_arguments &a)
{
    return neighbors_of<gpu_ends>(a);
}

/**
 * Arrays by edge: force on the second particle and energy, torque on the first particle, torque on
 * the second particle.
 */
struct stored_edges {
    sum4 *force;
    sum4 *first_torque, *second_torque;

    __device__ __forceinline__ explicit stored_edges(const gpu_arguments &a)
        : force(a.scratch), first_torque(a.scratch + ends_of(a).room),
          second_torque(a.scratch + 2 * ends_of(a).room)
    {
    }
};

template <bool ENERGY> __device__ __forceinline__ void store_edge(const gpu_arguments &a)
{
    const long long k = edge_number();
    const long long edges = __ldg(edges_of(a).edges);
    if (warp_is_past(k, edges))
        return;
    const thread_edge edge(a, k, edges);
    const displacement d = edge.vector_between(a);
    pair_force f = {};
    if (!edge.present)
        return;
    evaluate_edge(a, edge, d, f);
    const stored_edges stored(a);
    stored.force[k] = {to_sum(f.x), to_sum(f.y), to_sum(f.z),
                       ENERGY ? energy_to_sum(f.energy) : SUM(0)};
    if (!HAS_ORIENTATION)
        return;
    const sum3 first = to_sums(torque_of(&f)), second = to_sums(partner_torque(&f, d.x, d.y, d.z));
    stored.first_torque[k] = {first.x, first.y, first.z, 0};
    stored.second_torque[k] = {second.x, second.y, second.z, 0};
}

GPU_KERNEL(force, store_edge)

/** Adds the force and torque of edge k on its first particle. */
__device__ __forceinline__ void add_first(const stored_edges &stored, long long k, total &sum)
{
    const sum4 f = stored.force[k];
    sum.x -= f.x;
    sum.y -= f.y;
    sum.z -= f.z;
    sum.energy += f.w;
    sum.turn_by(stored.first_torque + k);
}

/** Adds the force and torque of edge k on its second particle; the energy belongs to the first. */
__device__ __forceinline__ void add_second(const stored_edges &stored, long long k, total &sum)
{
    const sum4 f = stored.force[k];
    sum.x += f.x;
    sum.y += f.y;
    sum.z += f.z;
    sum.turn_by(stored.second_torque + k);
}

template <bool ENERGY> __device__ __forceinline__ void sum_edges(const gpu_arguments &a)
{
    const long long thread = (long long)blockIdx.x * BLOCK + threadIdx.x;
    const int lane = threadIdx.x % LANES;
    const bool present = thread / LANES < a.n;
    /* extra lanes repeat the last particle, so that all lanes take part in shuffles */
    const int i = present ? (int)(thread / LANES) : a.n - 1;
    const gpu_ends &ends = ends_of(a);
    const stored_edges stored(a);
    total sum;
    const long long first_end = __ldg(ends.first_start + i + 1);
    for (long long k = __ldg(ends.first_start + i) + lane; k < first_end; k += LANES)
        add_first(stored, k, sum);
    const long long second_end = __ldg(ends.second_start + i + 1);
    for (long long k = __ldg(ends.second_start + i) + lane; k < second_end; k += LANES)
        add_second(stored, __ldg(ends.second + k), sum);
    for (int distance = LANES / 2; distance > 0; distance /= 2) {
        sum.components<ENERGY>(
            [&](SUM &component) { component += __shfl_xor_sync(ALL_LANES, component, distance); });
    }
    if (present && lane == 0)
        sum.store(a.force + i, a.torque + i, false);
}

GPU_KERNEL(sum, sum_edges)
