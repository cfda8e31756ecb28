/* Walking a neighbor row that is stored by column. */
#ifndef PAIRLANES_STRATEGIES_GPU_COLUMNS_CUH
#define PAIRLANES_STRATEGIES_GPU_COLUMNS_CUH

#include "strategies/gpu_types.cuh"

/**
 * Calls visit(partner, its position, stored, listed) for the row of particle i, four gathers at a
 * time; `stored` is how the two interact, if the list has it, or LOOK_UP. The padding of the last
 * four comes too, not `listed`: the particle n, far away but for the nearest image. A warp reads
 * 512 contiguous bytes of the list.
 */
template <typename Visit>
__device__ __forceinline__ void visit_row(const gpu_arguments &a, int i, Visit &&visit)
{
    const int count = __ldg(a.count + i);
    const int4 *group = reinterpret_cast<const int4 *>(a.entry) + i;
    const uchar4 *stored_group = reinterpret_cast<const uchar4 *>(a.interaction) + i;
    for (int base = 0; base < count; base += 4, group += a.n, stored_group += a.n) {
        const int4 four = __ldg(group);
        const int partners[4] = {four.x, four.y, four.z, four.w};
        int stored[4] = {LOOK_UP, LOOK_UP, LOOK_UP, LOOK_UP};
        if (STORED) {
            const uchar4 ways = __ldg(stored_group);
            stored[0] = ways.x;
            stored[1] = ways.y;
            stored[2] = ways.z;
            stored[3] = ways.w;
        }
        vector4 other[4];
#pragma unroll
        for (int k = 0; k < 4; k++)
            other[k] = load(a.position + partners[k]);
#pragma unroll
        for (int k = 0; k < 4; k++)
            visit(partners[k], other[k], stored[k], base + k < count);
    }
}

#endif
