/*
 * A tree of boxes: around 32 consecutive particles, around 32 such boxes, and around 32 of the
 * larger boxes. Tests whether particles in two boxes may be within range.
 */
#ifndef PAIRLANES_STRATEGIES_STAGED_BOXES_CUH
#define PAIRLANES_STRATEGIES_STAGED_BOXES_CUH

/*
 * Lists are built in single precision. If positions are in double precision, the range is larger by
 * the largest rounding error of a distance.
 */
typedef REAL position_real;
#undef REAL
#define REAL float

#include "strategies/gpu_frame.cuh"
#include "strategies/staged/gpu_staged.h"

#include "strategies/gpu_list_arguments.h"

#define THREAD (blockIdx.x * blockDim.x + threadIdx.x)
#define WARP   (threadIdx.x / 32)
#define WARPS  (blockDim.x / 32)
#define LANE   (threadIdx.x % 32)

/** Positions and frames in the format of force kernels. */
struct __align__(16) position4
{
    position_real x, y, z, w;
};

__device__ __forceinline__ vector4 position_of(const staged_build &a, int i)
{
    if constexpr (sizeof(position_real) == sizeof(REAL))
        return load(a.position + i);
    const double2 *at = reinterpret_cast<const double2 *>(a.position) + 2 * (long long)i;
    const double2 low = __ldg(at), high = __ldg(at + 1);
    return {(REAL)low.x, (REAL)low.y, (REAL)high.x, (REAL)high.y};
}

__device__ __forceinline__ void store_frame(const staged_build &a, const vector4 &frame)
{
    reinterpret_cast<position4 *>(a.frame)[blockIdx.x] = {frame.x, frame.y, frame.z, frame.w};
}

/**
 * Extent of particles along an axis, in two versions. Coordinates are in the periodic box, or
 * coordinates of the upper half are shifted down by a box length. The shorter version is the
 * extent. Particles on both sides of a face have a short extent only after the shift, particles
 * around the middle of the box only without it. Both versions are needed until all particles are
 * included.
 */
struct extent {
    REAL low, high, low_across, high_across;

    __device__ __forceinline__ static extent none()
    {
        const REAL far = (REAL)1e30;
        return {far, -far, far, -far};
    }

    __device__ __forceinline__ static extent of(REAL at, REAL edge, REAL half)
    {
        const REAL across = at >= half ? at - edge : at;
        return {at, at, across, across};
    }

    /**
     * Returns the extent of a box of the tree, from `begin` (negative if the box crosses a face) to
     * `end`.
     */
    __device__ __forceinline__ static extent of(REAL begin, REAL end, REAL edge, REAL half)
    {
        extent e = {begin, end, begin, end};
        if (begin < 0) {
            e.low = end < 0 ? begin + edge : 0;
            e.high = end < 0 ? end + edge : edge;
        } else if (begin >= half) {
            e.low_across = begin - edge;
            e.high_across = end - edge;
        } else if (end > half) {
            e.low_across = -half;
            e.high_across = half;
        }
        return e;
    }

    /** Replaces the extent by the union over all lanes. */
    __device__ __forceinline__ void join_warp()
    {
#pragma unroll
        for (int distance = 16; distance > 0; distance /= 2) {
            low = min(low, __shfl_xor_sync(ALL_LANES, low, distance));
            high = max(high, __shfl_xor_sync(ALL_LANES, high, distance));
            low_across = min(low_across, __shfl_xor_sync(ALL_LANES, low_across, distance));
            high_across = max(high_across, __shfl_xor_sync(ALL_LANES, high_across, distance));
        }
    }

    __device__ __forceinline__ bool is_across() const
    {
        return high_across - low_across < high - low;
    }

    __device__ __forceinline__ REAL begin() const
    {
        return is_across() ? low_across : low;
    }

    __device__ __forceinline__ REAL end() const
    {
        return is_across() ? high_across : high;
    }
};

/** An axis-aligned box. */
struct bounds {
    vector4 begin, end;
};

__device__ __forceinline__ bounds bounds_at(const vector4 *box, int k)
{
    return {load(box + 2 * k), load(box + 2 * k + 1)};
}

/** Returns the box around the extents of all lanes. */
__device__ __forceinline__ bounds join_warp(extent x, extent y, extent z)
{
    x.join_warp();
    y.join_warp();
    z.join_warp();
    return {{x.begin(), y.begin(), z.begin(), 0}, {x.end(), y.end(), z.end(), 0}};
}

/** Returns the box around `count` boxes of a level, at most 32, starting at box `first`. */
__device__ __forceinline__ bounds join_boxes(const staged_build &a, int level, int first, int count)
{
    const box_type &box = box_of(a);
    extent x = extent::none(), y = x, z = x;
    if ((int)LANE < count && first + (int)LANE < a.boxes[level]) {
        const bounds b = bounds_at(a.box[level], first + LANE);
        x = extent::of(b.begin.x, b.end.x, box.edge[0], box.half[0]);
        y = extent::of(b.begin.y, b.end.y, box.edge[1], box.half[1]);
        z = extent::of(b.begin.z, b.end.z, box.edge[2], box.half[2]);
    }
    return join_warp(x, y, z);
}

__device__ __forceinline__ void store_bounds(vector4 *box, int k, const bounds &b)
{
    if (LANE == 0) {
        box[2 * k] = b.begin;
        box[2 * k + 1] = b.end;
    }
}

/** Computes the boxes around each 32 particles, a warp per box. */
extern "C" __global__ void bound_particles(const __grid_constant__ staged_build a)
{
    const box_type &box = box_of(a);
    const int i = THREAD;
    extent x = extent::none(), y = x, z = x;
    if (i < a.n) {
        const vector4 at = position_of(a, i);
        x = extent::of(at.x, box.edge[0], box.half[0]);
        y = extent::of(at.y, box.edge[1], box.half[1]);
        z = extent::of(at.z, box.edge[2], box.half[2]);
    }
    const bounds b = join_warp(x, y, z);
    if (i / STAGED_CHUNK < a.boxes[0])
        store_bounds(a.box[0], i / STAGED_CHUNK, b);
    if (i < 4)
        a.most[i] = 0;
}

/** Computes the boxes around each 32 boxes of a level, a warp per box. */
__device__ __forceinline__ void bound_boxes(const staged_build &a, int level)
{
    const int k = THREAD / 32;
    const bounds b = join_boxes(a, level, k * STAGED_CHUNK, STAGED_CHUNK);
    if (k < a.boxes[level + 1])
        store_bounds(a.box[level + 1], k, b);
}

extern "C" __global__ void bound_chunks(const __grid_constant__ staged_build a)
{
    bound_boxes(a, 0);
}

extern "C" __global__ void bound_groups(const __grid_constant__ staged_build a)
{
    bound_boxes(a, 1);
}

/* --- nearness --- */

/** The centre and half the width of a box along an axis. */
struct span {
    REAL centre, half;

    __device__ __forceinline__ static span of(REAL begin, REAL end, REAL edge)
    {
        const REAL middle = (begin + end) / 2;
        return {middle < 0 ? middle + edge : middle, (end - begin) / 2};
    }

    /** Returns the gap to another span, to its nearest periodic image. */
    __device__ __forceinline__ REAL gap(REAL other_centre, REAL other_half, REAL edge) const
    {
        const REAL apart = other_centre > centre ? other_centre - centre : centre - other_centre;
        return max(min(apart, edge - apart) - half - other_half, (REAL)0);
    }
};

/** A box as centre and half width along each axis. */
struct place {
    span x, y, z;

    __device__ __forceinline__ static place of(const box_type &box, const bounds &b)
    {
        return {span::of(b.begin.x, b.end.x, box.edge[0]),
                span::of(b.begin.y, b.end.y, box.edge[1]),
                span::of(b.begin.z, b.end.z, box.edge[2])};
    }
};

/**
 * Test whether two boxes, or a box and a position, are near. Stores values that depend only on the
 * periodic box and the range.
 */
struct nearness {
    REAL edge[3];
    REAL reach2; /* squared range, with a margin for rounding of boxes */

    __device__ __forceinline__ explicit nearness(const staged_build &a)
    {
        const box_type &box = box_of(a);
        for (int k = 0; k < 3; k++)
            edge[k] = box.edge[k];
        const REAL reach = (REAL)a.range + (REAL)4e-6 * max(edge[0], max(edge[1], edge[2]));
        reach2 = reach * reach;
    }

    __device__ __forceinline__ bool operator()(const place &one, const place &two) const
    {
        return within(one.x.gap(two.x.centre, two.x.half, edge[0]),
                      one.y.gap(two.y.centre, two.y.half, edge[1]),
                      one.z.gap(two.z.centre, two.z.half, edge[2]));
    }

    __device__ __forceinline__ bool operator()(const place &one, const vector4 &at) const
    {
        return within(one.x.gap(at.x, 0, edge[0]), one.y.gap(at.y, 0, edge[1]),
                      one.z.gap(at.z, 0, edge[2]));
    }

    /** Whether a position, already in the same periodic image as the box, is near the box. */
    __device__ __forceinline__ bool inside(const place &one, const vector4 &at) const
    {
        return within(max(fabs(at.x - one.x.centre) - one.x.half, (REAL)0),
                      max(fabs(at.y - one.y.centre) - one.y.half, (REAL)0),
                      max(fabs(at.z - one.z.centre) - one.z.half, (REAL)0));
    }

    __device__ __forceinline__ bool within(REAL x, REAL y, REAL z) const
    {
        return x * x + y * y + z * z < reach2;
    }
};

#endif
