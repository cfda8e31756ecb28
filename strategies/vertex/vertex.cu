/*
 * A thread per particle walks its full list; no thread writes to another's force. The list is
 * stored by column in groups of four entries, so a warp reads 512 contiguous bytes of it and has
 * four independent gathers under way. Warps away from the faces of the box skip the minimum image;
 * there the padding lies far away, elsewhere it is left out (its nearest image could be close).
 */
#include "strategies/gpu.cuh"

template <bool ENERGY, bool IMAGE>
__device__ __forceinline__ total sum_row(const gpu_arguments &a, int i, const vector4 &self)
{
    const MODEL_STRUCT constants = model_constants();
    const box_type &box = box_of(a);
    const int count = __ldg(a.count + i);
    const int4 *group = reinterpret_cast<const int4 *>(a.entry) + i;
    total sum;
    for (int base = 0; base < count; base += 4, group += a.n) {
        const int4 four = __ldg(group);
        const int partners[4] = {four.x, four.y, four.z, four.w};
        vector4 other[4];
#pragma unroll
        for (int k = 0; k < 4; k++)
            other[k] = load(a.position + partners[k]);
#pragma unroll
        for (int k = 0; k < 4; k++) {
            REAL dx, dy, dz;
            pair_force f;
            separation(box, self, other[k], IMAGE, dx, dy, dz);
            pair(&constants, dx, dy, dz, &f);
            if (!IMAGE || base + k < count)
                sum.subtract<ENERGY>(f);
        }
    }
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
