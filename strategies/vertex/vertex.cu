/*
 * A thread per particle walks its full list; no thread writes to another's force. The list is
 * stored by column in groups of four entries. Warps away from the faces of the box skip the nearest
 * image; only near them can padding seem close.
 */
#include "strategies/gpu.cuh"
#include "strategies/gpu_columns.cuh"

template <bool ENERGY, bool IMAGE>
__device__ __forceinline__ total sum_row(const gpu_arguments &a, int i, const vector4 &self)
{
    const MODEL_STRUCT constants = model_constants();
    total sum;
    visit_row(a, i, [&](int, const vector4 &other, bool listed) {
        REAL dx, dy, dz;
        pair_force f;
        separation(box_of(a), self, other, IMAGE, dx, dy, dz);
        pair(&constants, dx, dy, dz, &f);
        if (!IMAGE || listed)
            sum.subtract<ENERGY>(f);
    });
    return sum;
}

template <bool ENERGY> __device__ __forceinline__ void vertex(const gpu_arguments &a)
{
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= a.n)
        return;
    const vector4 self = load(a.position + i);
    const total sum = __any_sync(__activemask(), near_face(box_of(a), self))
                          ? sum_row<ENERGY, true>(a, i, self)
                          : sum_row<ENERGY, false>(a, i, self);
    sum.store(a.force + i, (REAL)0.5);
}

GPU_KERNEL(force, vertex)
