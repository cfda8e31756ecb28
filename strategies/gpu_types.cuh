/*
 * Vectors of four numbers, loads of vectors, and nearest periodic images, in the precision of the
 * kernel.
 */
#ifndef PAIRLANES_STRATEGIES_GPU_TYPES_CUH
#define PAIRLANES_STRATEGIES_GPU_TYPES_CUH

#include "models/real.h"
#include "strategies/gpu_arguments.h"

struct __align__(16) vector4
{
    REAL x, y, z, w;
};

struct __align__(16) sum4
{
    SUM x, y, z, w;
};

struct sum3 {
    SUM x, y, z;
};

template <typename T> struct choose_box;
template <> struct choose_box<double> {
    using type = box_double;
};
template <> struct choose_box<float> {
    using type = box_single;
};
using box_type = choose_box<REAL>::type;

/** Returns the periodic box from a kernel's arguments in the kernel's precision. */
template <typename Arguments> __device__ __forceinline__ const box_type &box_of(const Arguments &a)
{
    if constexpr (sizeof(REAL) == 4)
        return a.box_single;
    else
        return a.box_double;
}

/** Returns the neighbor structure from a kernel's arguments. */
template <typename Structure>
__device__ __forceinline__ const Structure &neighbors_of(const gpu_arguments &a)
{
    static_assert(sizeof(Structure) <= sizeof a.neighbors, "more room in gpu_arguments.h");
    return reinterpret_cast<const Structure &>(a.neighbors);
}

__device__ __forceinline__ const gpu_rows &rows_of(const gpu_arguments &a)
{
    return neighbors_of<gpu_rows>(a);
}

/** Reads a vector that no thread writes during the kernel, 16 bytes per load. */
__device__ __forceinline__ vector4 load(const vector4 *address)
{
    vector4 v;
    if constexpr (sizeof(REAL) == 4) {
        float4 all = __ldg(reinterpret_cast<const float4 *>(address));
        v = {(REAL)all.x, (REAL)all.y, (REAL)all.z, (REAL)all.w};
    } else {
        double2 low = __ldg(reinterpret_cast<const double2 *>(address));
        double2 high = __ldg(reinterpret_cast<const double2 *>(address) + 1);
        v = {(REAL)low.x, (REAL)low.y, (REAL)high.x, (REAL)high.y};
    }
    return v;
}

/** All lanes of a warp, for votes and shuffles of the whole warp. */
enum : unsigned { ALL_LANES = 0xffffffffu };

/**
 * Returns one component of the displacement to the nearest periodic image, for coordinates in the
 * box. Comparisons replace the rounded quotient, which is slow on a GPU. The box length is
 * subtracted from the larger coordinate, which is exact. Adding it to the smaller coordinate would
 * not be exact. Dummies far outside the box stay outside.
 */
template <typename T> __device__ __forceinline__ T nearest(T from, T to, T edge, T half)
{
    const T apart = to - from;
    return (apart > half ? to - edge : to) - (apart < -half ? from - edge : from);
}

/** The displacement from one particle to another. */
struct displacement {
    REAL x, y, z;

    displacement() = default;

    /** Computes the displacement, to the nearest periodic image if `image`. */
    __device__ __forceinline__ displacement(const box_type &box, const vector4 &from,
                                            const vector4 &to, bool image)
        : x(image ? nearest(from.x, to.x, box.edge[0], box.half[0]) : to.x - from.x),
          y(image ? nearest(from.y, to.y, box.edge[1], box.half[1]) : to.y - from.y),
          z(image ? nearest(from.z, to.z, box.edge[2], box.half[2]) : to.z - from.z)
    {
    }
};

/** Whether neighbors of particle p may lie across a face of the box. */
__device__ __forceinline__ bool near_face(const box_type &box, const vector4 &p)
{
    return p.x < box.margin || p.x > box.edge[0] - box.margin || p.y < box.margin ||
           p.y > box.edge[1] - box.margin || p.z < box.margin || p.z > box.edge[2] - box.margin;
}

/** Whether any particle of the warp needs periodic images. All lanes then use images, because
 * diverging lanes would be slower. All 32 lanes have to call it. */
template <typename Arguments>
__device__ __forceinline__ bool warp_needs_images(const Arguments &a, const vector4 &at)
{
    return __any_sync(ALL_LANES, near_face(box_of(a), at));
}

#endif
