/*
 * A thread per particle walks its full list; no thread writes to another's force. The list is
 * stored by column in groups of four entries. Warps away from the faces of the box skip the nearest
 * image. With BONDED, the thread takes its particle's bonded terms too.
 */
#define GATHERS_FIRST
#include "strategies/gpu_bonded.cuh"
#include "strategies/gpu_columns.cuh"
#include "strategies/gpu_fused.cuh"

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
        meet(a, constants, self, partner, other, stored, dx, dy, dz, f);
        sum.add<ENERGY>(f);
    });
    return sum;
}

/** Calls take(i, total) for the thread's particle. */
template <bool ENERGY, typename Take>
__device__ __forceinline__ void vertex(const gpu_arguments &a, Take &&take)
{
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= a.n)
        return;
    const vector4 at = load(a.position + i);
    total sum = __any_sync(__activemask(), near_face(box_of(a), at))
                    ? sum_row<ENERGY, true>(a, i, at)
                    : sum_row<ENERGY, false>(a, i, at);
    sum.energy /= 2;
    if (BONDED)
        add_bonded<ENERGY>(a, i, sum);
    take(i, sum);
}

template <bool ENERGY> __device__ __forceinline__ void store_forces(const gpu_arguments &a)
{
    vertex<ENERGY>(a,
                   [&](int i, const total &sum) { sum.store(a.force + i, a.torque + i, false); });
}

GPU_KERNEL(force, store_forces)
FUSED_KERNELS(vertex)
