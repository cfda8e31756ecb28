/*
 * Boxes around particles in the kernels of `bvh`: construction, tests for nearness, and the
 * periodic image of a block. Lengths are in units of the reach. Two boxes are near if the squared
 * gaps along the axes add up to less than one.
 */
#ifndef PAIRLANES_STRATEGIES_BVH_GPU_BOXES_CUH
#define PAIRLANES_STRATEGIES_BVH_GPU_BOXES_CUH

#include "strategies/gpu_particle.cuh"

#include "strategies/bvh/gpu_bvh.h"

enum { WARP = 32 };

#define LANE (threadIdx.x % WARP)

__device__ __forceinline__ const gpu_bvh &tree_of(const gpu_arguments &a)
{
    return neighbors_of<gpu_bvh>(a);
}

/**
 * Returns the reach: the cut-off plus a margin for rounding. Boxes and particles within the reach
 * are near.
 */
__device__ __forceinline__ REAL reach_of(const gpu_arguments &a)
{
    const box_type &box = box_of(a);
    return (REAL)CUTOFF + (REAL)4e-6 * max(box.edge[0], max(box.edge[1], box.edge[2]));
}

/** The edges of the periodic box, in units of the reach. */
struct period {
    REAL x, y, z;

    __device__ __forceinline__ period(const gpu_arguments &a, REAL per_reach)
        : x(box_of(a).edge[0] * per_reach), y(box_of(a).edge[1] * per_reach),
          z(box_of(a).edge[2] * per_reach)
    {
    }
};

/** A box around particles. */
struct bounds {
    vector4 centre, half;
};

/* --- nearness --- */

/** Returns a - b, clamped to the interval [0, 1]. */
__device__ __forceinline__ float clamped_difference(float a, float b)
{
    float x;
    asm volatile("sub.sat.ftz.f32 %0, %1, %2;" : "=f"(x) : "f"(a), "f"(b));
    return x;
}

__device__ __forceinline__ double clamped_difference(double a, double b)
{
    return min(max(a - b, 0.0), 1.0);
}

/** Returns the gap between two boxes along an axis; with IMAGE, between their nearest images. */
template <bool IMAGE>
__device__ __forceinline__ REAL gap(REAL apart, REAL half, REAL other_half, REAL edge)
{
    return IMAGE ? clamped_difference(edge / 2 - half, fabs(fabs(apart) - edge / 2) + other_half)
                 : clamped_difference(fabs(apart), half + other_half);
}

__device__ __forceinline__ bool within(REAL x, REAL y, REAL z)
{
    return x * x + y * y + z * z < 1;
}

/** Whether particles of two boxes may be within the cut-off. */
__device__ __forceinline__ bool are_near(const period &edge, const bounds &one, const bounds &two)
{
    return within(gap<true>(one.centre.x - two.centre.x, one.half.x, two.half.x, edge.x),
                  gap<true>(one.centre.y - two.centre.y, one.half.y, two.half.y, edge.y),
                  gap<true>(one.centre.z - two.centre.z, one.half.z, two.half.z, edge.z));
}

/** Whether a particle may be within the cut-off of some particle in a box. */
template <bool IMAGE>
__device__ __forceinline__ bool reaches(const period &edge, const bounds &box, REAL per_reach,
                                        const vector4 &at)
{
    return within(gap<IMAGE>(at.x * per_reach - box.centre.x, box.half.x, 0, edge.x),
                  gap<IMAGE>(at.y * per_reach - box.centre.y, box.half.y, 0, edge.y),
                  gap<IMAGE>(at.z * per_reach - box.centre.z, box.half.z, 0, edge.z));
}

/* --- building boxes --- */

/** Wraps a component of a displacement to the nearest image. */
__device__ __forceinline__ REAL wrapped(REAL apart, REAL edge)
{
    return apart > edge / 2 ? apart - edge : apart < -edge / 2 ? apart + edge : apart;
}

/** An interval along an axis, relative to an origin. */
struct span {
    REAL low, high;

    /**
     * Returns the interval that a box around `centre` covers, relative to `from`. With IMAGE, uses
     * the box's nearest image.
     */
    template <bool IMAGE>
    static __device__ __forceinline__ span of(REAL from, REAL centre, REAL half, REAL edge)
    {
        const REAL at = IMAGE ? wrapped(centre - from, edge) : centre - from;
        return {at - half, at + half};
    }

    __device__ __forceinline__ void add(const span &other)
    {
        low = min(low, other.low);
        high = max(high, other.high);
    }

    /** Extends the interval to cover the intervals of `lanes` consecutive lanes. */
    __device__ __forceinline__ void join(int lanes)
    {
        for (int distance = lanes / 2; distance > 0; distance /= 2)
            add({__shfl_xor_sync(ALL_LANES, low, distance),
                 __shfl_xor_sync(ALL_LANES, high, distance)});
    }
};

/** Union of boxes, relative to the centre of one of them. */
struct joint_bounds {
    vector4 from;
    span x, y, z;

    __device__ __forceinline__ explicit joint_bounds(const bounds &first)
        : from(first.centre), x{-first.half.x, first.half.x}, y{-first.half.y, first.half.y},
          z{-first.half.z, first.half.z}
    {
    }

    template <bool IMAGE> __device__ __forceinline__ void add(const period &edge, const bounds &b)
    {
        x.add(span::of<IMAGE>(from.x, b.centre.x, b.half.x, edge.x));
        y.add(span::of<IMAGE>(from.y, b.centre.y, b.half.y, edge.y));
        z.add(span::of<IMAGE>(from.z, b.centre.z, b.half.z, edge.z));
    }

    /** Returns the box around all boxes; its centre may lie outside the periodic box. */
    __device__ __forceinline__ bounds all() const
    {
        return {{from.x + (x.low + x.high) / 2, from.y + (y.low + y.high) / 2,
                 from.z + (z.low + z.high) / 2, 0},
                {(x.high - x.low) / 2, (y.high - y.low) / 2, (z.high - z.low) / 2, 0}};
    }

    /** Returns the box around all boxes, with its centre moved into the periodic box. */
    __device__ __forceinline__ bounds all_inside(const period &edge) const
    {
        bounds b = all();
        b.centre.x = inside(b.centre.x, edge.x);
        b.centre.y = inside(b.centre.y, edge.y);
        b.centre.z = inside(b.centre.z, edge.z);
        return b;
    }

    static __device__ __forceinline__ REAL inside(REAL x, REAL edge)
    {
        return x < 0 ? x + edge : x >= edge ? x - edge : x;
    }
};

/** Joins the boxes of each COUNT consecutive lanes; the first of these lanes gets the result. */
template <int COUNT>
__device__ __forceinline__ bounds join(const period &edge, const bounds &one, bool has)
{
    const int first = (int)(LANE - LANE % COUNT);
    const bounds from = {
        {__shfl_sync(ALL_LANES, one.centre.x, first), __shfl_sync(ALL_LANES, one.centre.y, first),
         __shfl_sync(ALL_LANES, one.centre.z, first), 0},
        {__shfl_sync(ALL_LANES, one.half.x, first), __shfl_sync(ALL_LANES, one.half.y, first),
         __shfl_sync(ALL_LANES, one.half.z, first), 0}};
    joint_bounds joint(from);
    if (has)
        joint.add<true>(edge, one);
    joint.x.join(COUNT);
    joint.y.join(COUNT);
    joint.z.join(COUNT);
    return joint.all_inside(edge);
}

/** Returns the box around the particles of a warp of the kernel `force`. */
__device__ __forceinline__ bounds own_box(const gpu_bvh &tree, int group)
{
    return {load(tree.own + 2 * group), load(tree.own + 2 * group + 1)};
}

/* --- images --- */

/**
 * Periodic image of a block: coordinates at or above `cut` are shifted down by one box length. If a
 * shift would round them, or if the reach spans the periodic box, `nearest` is true. Each pair then
 * computes its nearest image.
 */
struct frame {
    REAL cut[3];
    bool nearest = false;
    bool across = false; /* true if some particle may need a shift */

    __device__ __forceinline__ frame(const gpu_arguments &a, const bounds &block)
    {
        const REAL centre[3] = {block.centre.x, block.centre.y, block.centre.z};
        const REAL half[3] = {block.half.x, block.half.y, block.half.z};
        const REAL reach = reach_of(a);
#pragma unroll
        for (int d = 0; d < 3; d++) {
            const REAL edge = box_of(a).edge[d];
            const REAL low = (centre[d] - half[d] - 1) * reach;
            const REAL high = (centre[d] + half[d] + 1) * reach;
            cut[d] = 2 * edge;
            if (low < 0)
                cut[d] = (high + low + edge) / 2;
            else if (high > edge)
                cut[d] = (high + low - edge) / 2;
            across |= low < 0 || high > edge;
            nearest |= high - low > edge * (REAL)0.999 || (high > edge && low < edge * (REAL)0.501);
        }
        across = across && !nearest;
    }

    __device__ __forceinline__ vector4 seen(const gpu_arguments &a, vector4 at) const
    {
        const box_type &box = box_of(a);
        if (across) {
            at.x -= at.x >= cut[0] ? box.edge[0] : 0;
            at.y -= at.y >= cut[1] ? box.edge[1] : 0;
            at.z -= at.z >= cut[2] ? box.edge[2] : 0;
        }
        return at;
    }

    /** Returns a box in the image of the block. */
    __device__ __forceinline__ bounds seen(const period &edge, REAL per_reach, bounds b) const
    {
        if (across) {
            b.centre.x -= b.centre.x >= cut[0] * per_reach ? edge.x : 0;
            b.centre.y -= b.centre.y >= cut[1] * per_reach ? edge.y : 0;
            b.centre.z -= b.centre.z >= cut[2] * per_reach ? edge.z : 0;
        }
        return b;
    }
};

#endif
