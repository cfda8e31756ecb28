/*
 * Test whether a particle is an excluded partner of another, by the rows of excluded partners in
 * the kernel's arguments.
 */
#ifndef PAIRLANES_STRATEGIES_GPU_EXCLUDED_CUH
#define PAIRLANES_STRATEGIES_GPU_EXCLUDED_CUH

#include "strategies/gpu_types.cuh"

/**
 * The excluded partners of a particle; empty, and without cost, if MIND is false. Up to four are
 * kept in registers. Longer rows are rare and require LONG. Then three partners are in registers,
 * and four.w is below -1 and encodes the particle. The other partners are looked up in its row.
 */
template <bool MIND, bool LONG = true> struct exclusions {
    const int *const &rows; /* reference into the kernel's arguments, which needs no register */
    int4 four;

    template <typename Arguments>
    __device__ __forceinline__ exclusions(const Arguments &a, int i) : rows(a.excluded)
    {
        if (MIND) {
            four = make_int4(-1, -1, -1, -1);
            if (rows != nullptr && i < a.n) {
                const int begin = __ldg(rows + i);
                const int count = __ldg(rows + i + 1) - begin;
                four.x = count > 0 ? __ldg(rows + begin) : -1;
                four.y = count > 1 ? __ldg(rows + begin + 1) : -1;
                four.z = count > 2 ? __ldg(rows + begin + 2) : -1;
                four.w = LONG && count > 4 ? -2 - i : count > 3 ? __ldg(rows + begin + 3) : -1;
            }
        }
    }

    /** Copies the exclusions that another thread has read; `first` is their member `four`. */
    template <typename Arguments>
    __device__ __forceinline__ exclusions(const Arguments &a, const int4 &first)
        : rows(a.excluded), four(first)
    {
    }

    __device__ __forceinline__ bool hold(int j) const
    {
        return MIND && (j == four.x || j == four.y || j == four.z || j == four.w ||
                        (LONG && four.w < -1 && held_beyond(j)));
    }

    __device__ __forceinline__ bool held_beyond(int j) const
    {
        const int i = -2 - four.w;
        const int end = __ldg(rows + i + 1);
        bool held = false;
#pragma unroll 1
        for (int k = __ldg(rows + i) + 3; k < end && !held; k++)
            held = __ldg(rows + k) == j;
        return held;
    }
};

#endif
