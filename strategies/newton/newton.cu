/*
 * A thread per particle, with a half list, which has each pair in only one row:
 *
 *     i = number of the thread
 *     for each entry j in the row of i
 *         f = force on j of the pair
 *         sum -= f
 *         atomically: buffer[i mod BUFFERS][j] += f
 *     atomically: force[i] += sum
 *
 * If there are several buffers, a second kernel, `combine`, runs with a thread per particle:
 *
 *     force[i] += sum of buffer[m][i] over m, and clear the buffers for the next call
 *
 * Every pair is evaluated once. Atomics of different rows on the same particle go to different
 * buffers; the first buffer is the force array itself.
 *
 * L. Rovigatti et al., J. Comput. Chem. 36, 1 (2015), section II, the vertex-based approach with
 * Newton's third law and m force vectors per particle.
 */
#include "strategies/gpu_add.cuh"
#include "strategies/gpu_interleaved.cuh"

/** Returns the address of the torque buffers, which follow the additional force buffers. */
__device__ __forceinline__ sum4 *torque_buffers(const gpu_arguments &a)
{
    return a.scratch + (BUFFERS - 1LL) * a.n;
}

template <bool ENERGY, bool IMAGE>
__device__ __forceinline__ total sum_row(const gpu_arguments &a, int i, const vector4 &at,
                                         const own_particle &self)
{
    total sum;
    visit_row(a, i, [&](const partner &other) {
        const displacement d(box_of(a), at, other.at, IMAGE);
        pair_force f;
        if (evaluate_pair(a, self, other, d, f)) {
            /*
             * the buffer is computed here, for each interacting pair: few pairs of bodies interact,
             * and an address kept during the row would take registers
             */
            const int chosen = i % BUFFERS;
            const long long place = (chosen - 1LL) * a.n + other.i;
            add_partner<ENERGY>(a, chosen == 0 ? a.force + other.i : a.scratch + place,
                                chosen == 0 ? a.torque + other.i : torque_buffers(a) + place, f, d);
            sum.add<ENERGY>(f);
        }
    });
    return sum;
}

template <bool ENERGY> __device__ __forceinline__ void newton(const gpu_arguments &a)
{
    const int thread = blockIdx.x * BLOCK + threadIdx.x;
    const int i = min(thread, a.n - 1); /* extra lanes repeat the last particle, so that all
                                         * lanes vote */
    const vector4 at = load(a.position + i);
    const own_particle self(a, i, at);
    const bool image = warp_needs_images(a, at);
    if (thread >= a.n)
        return;
    const total sum =
        image ? sum_row<ENERGY, true>(a, i, at, self) : sum_row<ENERGY, false>(a, i, at, self);
    add_total<ENERGY>(a, a.force + i, a.torque + i, sum);
}

GPU_KERNEL(force, newton)

/** Adds the additional buffers to the array itself, which is the first buffer, and clears them. */
__device__ __forceinline__ void add_buffers(sum4 *array, sum4 *buffers, int n)
{
    sum4 sum = *array;
    for (int m = 1; m < BUFFERS; m++, buffers += n) {
        const sum4 part = *buffers;
        sum.x += part.x;
        sum.y += part.y;
        sum.z += part.z;
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
