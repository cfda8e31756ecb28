/*
 * A thread per particle walks its half list, gathers its own force in registers and adds the
 * partners' to one of BUFFERS force buffers with atomics, chosen by the thread's number. The first
 * buffer is the force array itself; `combine`, launched only if there are more, adds the others to
 * it and leaves them cleared for the next call.
 * L. Rovigatti et al., J. Comput. Chem. 36, 1 (2015), section II.
 */
#include "strategies/gpu_add.cuh"
#include "strategies/gpu_columns.cuh"

/** Where the force buffers after the first end, and those of torques start. */
__device__ __forceinline__ sum4 *torque_buffers(const gpu_arguments &a)
{
    return a.scratch + (BUFFERS - 1LL) * a.n;
}

template <bool ENERGY, bool IMAGE>
__device__ __forceinline__ total sum_row(const gpu_arguments &a, int i, const vector4 &at)
{
    const MODEL_STRUCT &constants = model_constants();
    const self_type self(a, constants, i, at);
    total sum;
    visit_row(a, i, [&](int partner, const vector4 &other, int stored) {
        REAL dx, dy, dz;
        pair_force f;
        separation(box_of(a), at, other, IMAGE, dx, dy, dz);
        if (meet(a, constants, self, partner, other, stored, dx, dy, dz, f)) {
            /* few pairs of bodies come here: no register is kept for the buffers meanwhile */
            const int chosen = i % BUFFERS;
            const long long place = (chosen - 1LL) * a.n + partner;
            add_partner<ENERGY>(a, chosen == 0 ? a.force + partner : a.scratch + place,
                                chosen == 0 ? a.torque + partner : torque_buffers(a) + place, f, dx,
                                dy, dz);
            sum.add<ENERGY>(f);
        }
    });
    return sum;
}

template <bool ENERGY> __device__ __forceinline__ void newton(const gpu_arguments &a)
{
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= a.n)
        return;
    const vector4 at = load(a.position + i);
    const total sum = __any_sync(__activemask(), near_face(box_of(a), at))
                          ? sum_row<ENERGY, true>(a, i, at)
                          : sum_row<ENERGY, false>(a, i, at);
    add_total<ENERGY>(a, a.force + i, a.torque + i, sum);
}

GPU_KERNEL(force, newton)

/** Adds the buffers behind an array's first to it, and clears them. */
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
#ifdef MODEL_ORIENTED
    add_buffers(a.torque + i, torque_buffers(a) + i, a.n);
#endif
}

GPU_KERNEL(combine, combine_buffers)
