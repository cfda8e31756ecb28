/*
 * Finds the near pairs among 16 particles and eight others, all 128 at once, by a matrix product in
 * half precision on tensor cores. With a and b relative to a common origin, in units of the reach,
 *
 *     (r² - |a - b|²) / 2 = (a.x, a.y, a.z, 1) · (b.x, b.y, b.z, -|b|² / 2) + (r² - |a|²) / 2
 *
 * Only the sign is used. r is larger than 1 by enough that rounding never drops a pair within
 * reach.
 */
#ifndef PAIRLANES_STRATEGIES_BVH_GPU_DISTANCES_CUH
#define PAIRLANES_STRATEGIES_BVH_GPU_DISTANCES_CUH

#include "strategies/bvh/gpu_boxes.cuh"

/* 1 if the device has the instruction mma.m16n8k8 (sm_75 and later). */
enum { HAS_PRODUCTS = __CUDA_ARCH__ >= 750 };

/** Packs two numbers in half precision into a word, the first in the lower half. */
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

/** A particle's position relative to the middle of a warp's particles, in units of the reach. */
struct seen_place {
    float x, y, z;

    /** Returns -|b|² / 2. */
    __device__ __forceinline__ float square() const
    {
        return -0.5F * (x * x + y * y + z * z);
    }
};

/**
 * The middle of a warp's particles; converts positions to coordinates relative to it, in units of
 * the reach.
 */
struct middle {
    REAL per_reach;
    vector4 centre;

    __device__ __forceinline__ seen_place operator()(const vector4 &at) const
    {
        return {(float)(at.x * per_reach - centre.x), (float)(at.y * per_reach - centre.y),
                (float)(at.z * per_reach - centre.z)};
    }
};

/** Largest coordinate, in units of the reach, with a square that half precision can represent. */
enum { SEEN_FARTHEST = 100 };

/**
 * Returns r² for coordinates up to `farthest`; particles within r are near. The margin covers
 * relative errors of 2^-11 in each coordinate, in |b|² / 2 (from unrounded coordinates) and in the
 * sum.
 */
__device__ __forceinline__ float near_square(float farthest)
{
    const float slack = 1 + 0.0018F * farthest;
    return slack * slack + 0.006F * farthest * farthest;
}

/**
 * A lane's operands for two of the 16 rows of a product. Lane l has the rows of particles l / 4 and
 * l / 4 + 8: two matrix elements per row, and a number that is added to all products of the row.
 */
struct seen_rows {
    unsigned numbers[2], added[2];

    /** Sets a row; the row of a missing particle is near no other particle. */
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
 * Multiplies the rows of 16 particles and of eight others. Lane l passes elements of other particle
 * l / 4. Elements from lanes with l % 4 > 1 are multiplied by zero, but must not be NaN. The lane
 * gets the products of its two rows with others 2 (l % 4) and 2 (l % 4) + 1.
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

/**
 * Returns four bytes, one for each of four products: 0xff if the product is negative, otherwise 0.
 */
__device__ __forceinline__ unsigned signs(unsigned two, unsigned others)
{
    unsigned bytes;
    asm volatile("prmt.b32 %0, %1, %2, %3;" : "=r"(bytes) : "r"(two), "r"(others), "r"(0xfdb9));
    return bytes;
}

#endif
