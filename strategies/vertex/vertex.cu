/*
 * A thread per particle, with a full list:
 *
 *     i = number of the thread
 *     for each entry j in the row of i
 *         sum += force on i of the pair (i, j)
 *     force[i] = sum
 *
 * Every pair is evaluated twice, by the threads of both particles, so no two threads write the same
 * force. The list is interleaved. With BONDED, a thread also adds the bonded terms of its particle.
 * With FUSED, it moves the particle instead of storing the force. With QUEUE, it collects entries
 * that may interact before it evaluates them (queue.cuh).
 *
 * L. Rovigatti et al., J. Comput. Chem. 36, 1 (2015), section II, "vertex-based" approach.
 */
#define GATHERS_FIRST
#include "strategies/gpu_interleaved.cuh"

#if BONDED
#include "strategies/gpu_bonded.cuh"
#endif
#ifdef EXCLUSIONS
#include "strategies/gpu_exclusions.cuh"
#endif
#if QUEUE
#include "strategies/vertex/queue.cuh"
#endif

template <bool ENERGY, bool IMAGE>
__device__ __forceinline__ total sum_row(const gpu_arguments &a, int i, const vector4 &at,
                                         const list_particle &self)
{
    row_sum sum;
    visit_row(a, i, [&](const partner &other) {
#ifdef EXCLUSIONS
        if (self.is_parted_from(a, other, displacement(box_of(a), at, other.at, IMAGE)))
            return;
#endif
        row_pair<ENERGY> f;
        evaluate_pair(a, self, other, displacement(box_of(a), at, other.at, IMAGE), f);
        sum.add<ENERGY>(f);
    });
    end_row<ENERGY>(self, sum);
    return sum;
}

/** Calls take(i, total) for the thread's particle. */
template <bool ENERGY, typename Take>
__device__ __forceinline__ void vertex(const gpu_arguments &a, Take &&take)
{
    const int thread = blockIdx.x * BLOCK + threadIdx.x;
    const int i = min(thread, a.n - 1); /* extra lanes repeat the last particle, so that all
                                         * lanes vote */
    const vector4 at = load(a.position + i);
    const list_particle self(a, i, at);
    const bool image = warp_needs_images(a, at);
#if QUEUE
    total sum = sum_queued<ENERGY>(a, i, thread < a.n, image, at, self);
    if (thread >= a.n)
        return;
#else
    if (thread >= a.n)
        return;
    total sum =
        image ? sum_row<ENERGY, true>(a, i, at, self) : sum_row<ENERGY, false>(a, i, at, self);
#endif
    sum.energy /= 2;
#if BONDED
    add_bonded<ENERGY>(a, i, sum);
#endif
    take(i, sum);
}

template <bool ENERGY> __device__ __forceinline__ void store_forces(const gpu_arguments &a)
{
    vertex<ENERGY>(a,
                   [&](int i, const total &sum) { sum.store(a.force + i, a.torque + i, false); });
}

GPU_KERNEL(force, store_forces)

#if FUSED
#include "strategies/gpu_fused.cuh"
FUSED_KERNELS(vertex)
#endif
