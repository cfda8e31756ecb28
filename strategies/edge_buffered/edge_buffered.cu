/*
 * A thread per pair of the edge list, like `edge`, but successive pairs add to different force
 * buffers:
 *
 *     k = number of the thread
 *     (i, j) = edge[k]
 *     f = force on j of the pair
 *     if f is not zero
 *         atomically: buffer[k mod m][i] -= f, buffer[k mod m][j] += f
 *
 * If there are several buffers, a second kernel, `combine`, runs with a thread per particle:
 *
 *     force[i] += sum of buffer[b][i] over b, and clear the buffers for the next call
 *
 * Edges of one particle are consecutive in the list and therefore use different buffers. This
 * reduces contention between atomics. The first buffer is the force array itself.
 *
 * L. Rovigatti et al., J. Comput. Chem. 36, 1 (2015), section II, have m force vectors per particle
 * in the vertex-based approach; their code, oxDNA, has them for edges too (edge_n_forces).
 */
#include "strategies/gpu_add.cuh"
#include "strategies/gpu_edges.cuh"

/** Returns the address of the torque buffers, which follow the additional force buffers. */
__device__ __forceinline__ sum4 *torque_buffers(const gpu_arguments &a)
{
    return a.scratch + (BUFFERS - 1LL) * a.n;
}

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
    const int chosen = (int)(k % BUFFERS);
    const long long before = (chosen - 1LL) * a.n;
    sum4 *force = chosen == 0 ? a.force : a.scratch + before;
    sum4 *torque = chosen == 0 ? a.torque : torque_buffers(a) + before;
    add_total<ENERGY>(a, force + edge.first, torque + edge.first, total(f));
    add_partner<ENERGY>(a, force + edge.other.i, torque + edge.other.i, f, d);
}

GPU_KERNEL(force, add_edge)

/** Adds the additional buffers to the array itself, which is the first buffer, and clears them. */
__device__ __forceinline__ void add_buffers(sum4 *array, sum4 *buffers, int n)
{
    sum4 sum = *array;
    for (int b = 1; b < BUFFERS; b++, buffers += n) {
        const sum4 part = *buffers;
        sum.x += part.x;
        sum.y += part.y;
        sum.z += part.z;
        sum.w += part.w;
        *buffers = sum4{0, 0, 0, 0};
    }
    *array = sum;
}

template <bool ENERGY> __device__ __forceinline__ void combine_buffers(const gpu_arguments &a)
{
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= a.n)
        return;
    add_buffers(a.force + i, a.scratch + i, a.n);
    if (HAS_ORIENTATION)
        add_buffers(a.torque + i, torque_buffers(a) + i, a.n);
}

GPU_KERNEL(combine, combine_buffers)
