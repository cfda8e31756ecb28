/*
 * Image for a block of particles: along each axis, coordinates from a cut on are shifted down by
 * one box. The cut is in the middle of the part that neither the block nor its range covers, so
 * that no pair with one of its particles needs another image (harness/particles/frame.h).
 */
#ifndef PAIRLANES_STRATEGIES_GPU_FRAME_CUH
#define PAIRLANES_STRATEGIES_GPU_FRAME_CUH

#include "strategies/gpu_types.cuh"

/**
 * Returns the cut along an axis for a block from `begin` to `end`: coordinates above it are shifted
 * down by one box. Beyond the box: none is needed; below 0: there is none.
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

/** Returns a position in the image of a block's frame. */
__device__ __forceinline__ vector4 framed(const box_type &box, const vector4 &frame, vector4 at)
{
    at.x -= at.x >= frame.x ? box.edge[0] : 0;
    at.y -= at.y >= frame.y ? box.edge[1] : 0;
    at.z -= at.z >= frame.z ? box.edge[2] : 0;
    return at;
}

/**
 * Returns a coordinate that is farther away than any particle, with a square that is finite in
 * single precision.
 */
__device__ __forceinline__ REAL nowhere()
{
    return (REAL)1e15;
}

#endif
