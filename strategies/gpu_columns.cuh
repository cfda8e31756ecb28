/* Walking a neighbor row that is stored by column. */
#ifndef PAIRLANES_STRATEGIES_GPU_COLUMNS_CUH
#define PAIRLANES_STRATEGIES_GPU_COLUMNS_CUH

#include "strategies/gpu_types.cuh"

/**
 * Calls visit(partner, its position, stored, listed) for the row of particle i, COPIES gathers at a
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
        int4 four = __ldg(group);
        uchar4 ways = STORED ? __ldg(stored_group) : uchar4{};
#pragma unroll 1
        for (int k = 0; k < 4; k += COPIES) {
            int partner[COPIES], stored[COPIES];
            vector4 other[COPIES];
#pragma unroll
            for (int c = 0; c < COPIES; c++) {
                partner[c] = four.x;
                stored[c] = STORED ? ways.x : LOOK_UP;
                other[c] = load(a.position + partner[c]);
                four = int4{four.y, four.z, four.w, 0};
                ways = uchar4{ways.y, ways.z, ways.w, 0};
            }
#pragma unroll
            for (int c = 0; c < COPIES; c++)
                visit(partner[c], other[c], stored[c], base + k + c < count);
        }
    }
}

#endif
