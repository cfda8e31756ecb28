/* Stores particles in the order of their cells, for list building. */
#ifndef PAIRLANES_DEVICE_SORTED_CUH
#define PAIRLANES_DEVICE_SORTED_CUH

#include "harness/backend/cuda/device/cells.cuh"
#include "strategies/gpu_word.cuh"

/**
 * Returns a coordinate in single precision, below the edge of the box. Rounded up to the edge, it
 * would belong to the opposite face. Pairs across that face would be missed.
 */
__device__ __forceinline__ float narrowed(REAL coordinate, float edge)
{
    return min((float)coordinate, __int_as_float(__float_as_int(edge) - 1));
}

__device__ __forceinline__ float4 narrowed(const list_arguments &a, const vector4 &p, float w)
{
    const float *edge = a.box_single.edge;
    return make_float4(narrowed(p.x, edge[0]), narrowed(p.y, edge[1]), narrowed(p.z, edge[2]), w);
}

/** Stores a particle's position with its index in w, in double or in single precision. */
__device__ __forceinline__ void put_position(const list_arguments &a, int place, vector4 p,
                                             int index)
{
    if constexpr (sizeof(REAL) == 4) {
        p.w = with_word<REAL>(index);
    } else if (a.narrow) {
        reinterpret_cast<float4 *>(a.sorted_position)[place] =
            narrowed(a, p, with_word<float>(index));
        return;
    } else {
        p.w = with_word<REAL>(index);
    }
    a.sorted_position[place] = p;
}

/**
 * Stores the position of particle i at `place` in cell order, for list building. The thread of
 * place 0 also resets the length of the longest row.
 */
__device__ __forceinline__ void gather_position(const list_arguments &a, int place, int i)
{
    if (a.sorted_position == nullptr)
        return;
    const vector4 p = load(a.position + i);
    put_position(a, place, p, i);
    if (place == 0 && a.longest != nullptr)
        *a.longest = 0;
    /* list building reads a few particles past the end */
    if (place == a.n - 1)
        for (int k = 0; k < ROW_GROUP; k++)
            put_position(a, a.n + k, p, i);
}

#endif
