/*
 * A thread per particle walks its half list, gathers its own force in registers and adds the
 * partners' to one of BUFFERS force buffers with atomics, chosen by the thread's number. The first
 * buffer is the force array itself; `combine`, launched only if there are more, adds the others to
 * it and leaves them cleared for the next call.
 * L. Rovigatti et al., J. Comput. Chem. 36, 1 (2015), section II.
 */
#include "strategies/gpu.cuh"
#include "strategies/gpu_columns.cuh"

template <bool ENERGY, bool IMAGE>
__device__ __forceinline__ total sum_row(const gpu_arguments &a, int i, const vector4 &self)
{
    const MODEL_STRUCT constants = model_constants();
    const int chosen = i % BUFFERS;
    vector4 *buffer = chosen == 0 ? a.force : a.scratch + (chosen - 1LL) * a.n;
    total sum;
    visit_row(a, i, [&](int partner, const vector4 &other, bool listed) {
        REAL dx, dy, dz;
        pair_force f;
        separation(box_of(a), self, other, IMAGE, dx, dy, dz);
        if (pair(&constants, dx, dy, dz, &f) && (!IMAGE || listed)) {
            atomic_add<ENERGY>(a, buffer + partner, f.x, f.y, f.z, 0);
            sum.subtract<ENERGY>(f);
        }
    });
    return sum;
}

template <bool ENERGY> __device__ __forceinline__ void newton(const gpu_arguments &a)
{
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= a.n)
        return;
    const vector4 self = load(a.position + i);
    const total sum = __any_sync(__activemask(), near_face(box_of(a), self))
                          ? sum_row<ENERGY, true>(a, i, self)
                          : sum_row<ENERGY, false>(a, i, self);
    atomic_add<ENERGY>(a, a.force + i, sum.x, sum.y, sum.z, sum.energy);
}

GPU_KERNEL(force, newton)

template <bool ENERGY> __device__ __forceinline__ void add_buffers(const gpu_arguments &a)
{
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= a.n)
        return;
    vector4 sum = a.force[i];
    for (int m = 1; m < BUFFERS; m++) {
        vector4 *slot = a.scratch + (m - 1LL) * a.n + i;
        const vector4 part = *slot;
        sum.x += part.x;
        sum.y += part.y;
        sum.z += part.z;
        *slot = vector4{0, 0, 0, 0};
    }
    a.force[i] = sum;
}

GPU_KERNEL(combine, add_buffers)
