/*
 * A thread per pair of the edge list:
 *
 *     (i, j) = edge[number of the thread]
 *     f = force on j of the pair
 *     if f is not zero
 *         atomically: force[i] -= f, force[j] += f
 *
 * Every pair is evaluated once. There are more threads than particles, and none waits for a long
 * row; the price is two atomic additions for each pair that interacts.
 *
 * L. Rovigatti et al., J. Comput. Chem. 36, 1 (2015), section II, "edge-based" approach.
 */
#include "strategies/gpu_add.cuh"

template <bool ENERGY> __device__ __forceinline__ void edge(const gpu_arguments &a)
{
    const long long k = (long long)blockIdx.x * BLOCK + threadIdx.x;
    const bool present = k < __ldg(edges_of(a).edges);
    const int2 ends = present ? __ldg(edges_of(a).edge + k) : make_int2(a.n, a.n);
    const vector4 from = load(a.position + ends.x);
    const bool image = warp_needs_images(a, from);
    if (!present)
        return;
    const partner other = {ends.y, load(a.position + ends.y),
                           STORED ? __ldg(edges_of(a).interaction + k) : LOOK_UP};
    const displacement d(box_of(a), from, other.at, image);
    pair_force f;
    if (!evaluate_edge(a, ends.x, from, other, d, f))
        return;
    add_total<ENERGY>(a, a.force + ends.x, a.torque + ends.x, total(f));
    add_partner<ENERGY>(a, a.force + ends.y, a.torque + ends.y, f, d);
}

GPU_KERNEL(force, edge)
