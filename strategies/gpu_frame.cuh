/*
 * Periodic image for a block of particles: along each axis, coordinates above a cut are shifted
 * down by one box length. The cut is in the middle of the gap that the block's range leaves in the
 * box. All pairs of the block's particles are then nearest images (harness/particles/frame.h).
 */
#ifndef PAIRLANES_STRATEGIES_GPU_FRAME_CUH
#define PAIRLANES_STRATEGIES_GPU_FRAME_CUH

#include "strategies/gpu_types.cuh"

/**
 * Returns the cut along an axis for a block that extends from `begin` to `end`. The result is twice
 * the box length if no shift is needed. It is negative if the range spans the box, so that no cut
 * exists.
 */
__device__ __forceinline__ REAL cut_of(REAL begin, REAL end, REAL range, REAL edge)
{
    const REAL low = begin - range, high = end + range;
    if (low >= 0 && high <= edge)
        return 2 * edge;
    if (high - low > edge * (REAL)0.99999)
        return -1;
    return (high + low + (high > edge ? -edge : edge)) / 2;
}

/** Returns a position in the periodic image of a block. */
__device__ __forceinline__ vector4 framed(const box_type &box, const vector4 &frame, vector4 at)
{
    at.x -= at.x >= frame.x ? box.edge[0] : 0;
    at.y -= at.y >= frame.y ? box.edge[1] : 0;
    at.z -= at.z >= frame.z ? box.edge[2] : 0;
    return at;
}

/**
 * Returns a coordinate farther away than any particle. Its square does not overflow single
 * precision.
 */
__device__ __forceinline__ REAL nowhere()
{
    return (REAL)1e15;
}

#endif
