/*
 * Finds which of 16 particles and eight others are near each other, all 128 pairs at once, by a
 * matrix product in half precision on tensor cores. With a and b relative to one place, in units of
 * the reach,
 *
 *     (r² - |a - b|²) / 2 = (a.x, a.y, a.z, 1) · (b.x, b.y, b.z, -|b|² / 2) + (r² - |a|²) / 2
 *
 * Only the sign is read; r is so much larger than 1 that rounding loses no pair within reach.
 */
#ifndef PAIRLANES_STRATEGIES_BVH_GPU_DISTANCES_CUH
#define PAIRLANES_STRATEGIES_BVH_GPU_DISTANCES_CUH

#include "strategies/bvh/gpu_boxes.cuh"

/* Older tensor cores have no such product. */
enum { HAS_PRODUCTS = __CUDA_ARCH__ >= 750 };

/** Two numbers in half precision, one after the other. */
__device__ __forceinline__ unsigned halves(float first, float second)
{
    unsigned both;
#if __CUDA_ARCH__ >= 800
    asm volatile("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(second), "f"(first));
#else
    unsigned short half[2];
    asm volatile("cvt.rn.f16.f32 %0, %1;" : "=h"(half[0]) : "f"(first));
    asm volatile("cvt.rn.f16.f32 %0, %1;" : "=h"(half[1]) : "f"(second));
    both = half[0] | (unsigned)half[1] << 16;
#endif
    return both;
}

/** A particle's place relative to the middle of a warp's particles. */
struct seen_place {
    float x, y, z;

    /** Returns -|b|² / 2. */
    __device__ __forceinline__ float square() const
    {
        return -0.5F * (x * x + y * y + z * z);
    }
};

/** Coordinates in units of the reach, from the middle of a warp's particles. */
struct middle {
    REAL per_reach;
    vector4 centre;

    __device__ __forceinline__ seen_place operator()(const vector4 &at) const
    {
        return {(float)(at.x * per_reach - centre.x), (float)(at.y * per_reach - centre.y),
                (float)(at.z * per_reach - centre.z)};
    }
};

/** Largest coordinate of a particle, whose square half precision can represent. */
enum { SEEN_FARTHEST = 100 };

/** Returns the squared distance up to which particles count as near, for coordinates up to a limit:
 * rounding loses at most 2^-11 of each coordinate, of |b|² / 2 and of the sum, and the square is
 * not that of the rounded coordinates. */
__device__ __forceinline__ float near_square(float farthest)
{
    const float slack = 1 + 0.0018F * farthest;
    return slack * slack + 0.006F * farthest * farthest;
}

/**
 * Two of the sixteen rows of a product, in lane l of a warp: two numbers each of particles l / 4
 * and l / 4 + 8, and the number that is added to all products of each.
 */
struct seen_rows {
    unsigned numbers[2], added[2];

    /** Sets a row; a missing particle gets a row that is near nothing. */
    __device__ __forceinline__ void set(int row, unsigned lane, const seen_place &place,
                                        float square, bool exists)
    {
        const float add = exists ? place.square() + square / 2 : -1;
        const unsigned own = halves(lane == 0 ? place.x : place.z, lane == 0 ? place.y : 1);
        numbers[row] = exists && lane < 2 ? own : 0;
        added[row] = halves(add, add);
    }
};

/**
 * Computes the products of 16 particles and eight. Lane l has numbers of particle l / 4; those of
 * lanes 2 and 3 of four are ignored, but must not be NaN. It gets the products of each of its rows
 * with particles 2 (l % 4) and 2 (l % 4) + 1 of the eight.
 */
__device__ __forceinline__ void multiply(const seen_rows &rows, unsigned other, unsigned product[2])
{
#if __CUDA_ARCH__ >= 750
    asm volatile(
        "mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%0, %1}, {%2, %3}, {%4}, {%5, %6};"
        : "=r"(product[0]), "=r"(product[1])
        : "r"(rows.numbers[0]), "r"(rows.numbers[1]), "r"(other), "r"(rows.added[0]),
          "r"(rows.added[1]));
#endif
}

/** Returns the signs of two times two products, each as all bits of one of four bytes. */
__device__ __forceinline__ unsigned signs(unsigned two, unsigned others)
{
    unsigned bytes;
    asm volatile("prmt.b32 %0, %1, %2, %3;" : "=r"(bytes) : "r"(two), "r"(others), "r"(0xfdb9));
    return bytes;
}

#endif
