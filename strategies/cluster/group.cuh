/*
 * Common code of the kernels that build and prune the rows of cluster groups, with a block per
 * group.
 */
#ifndef PAIRLANES_STRATEGIES_CLUSTER_GROUP_CUH
#define PAIRLANES_STRATEGIES_CLUSTER_GROUP_CUH

#include "strategies/cluster/columns.cuh"
#include "strategies/gpu_excluded.cuh"

enum { WARPS = BLOCK / 32 };

/** Blocks that must be resident on a multiprocessor with 64 Ki registers. */
enum { ROW_BLOCKS = sizeof(REAL) == 4 ? 7 : 3 };

/* --- particles --- */

/** A lane's particles: one per cluster of the group. */
struct lane_particles {
    vector4 at[CLUSTER_GROUP];

    /** Loads the lane's particle of each cluster. */
    template <int SIZE> __device__ __forceinline__ void fill(const vector4 *own)
    {
#pragma unroll
        for (int k = 0; k < CLUSTER_GROUP; k++)
            at[k] = own[k * SIZE + LANE % SIZE];
    }

    /**
     * Returns a bit for each cluster: set if its particle in this lane is in range of a partner.
     * The number of clusters of a group is a power of two.
     */
    template <bool IMAGE>
    __device__ __forceinline__ unsigned in_range(const cluster_build &a, const vector4 &other,
                                                 REAL range2) const
    {
        unsigned near = 0;
#pragma unroll
        for (int k = 0; k < CLUSTER_GROUP; k++) {
            if ((k & (k - 1)) == 0 && k >= a.group)
                break;
            const displacement d(box_of(a), at[k], other, IMAGE);
            near |= (d.x * d.x + d.y * d.y + d.z * d.z < range2 ? 1u : 0u) << k;
        }
        return near;
    }
};

/* --- rows --- */

/**
 * Returns the index of the first entry without excluded pairs in the group's row; entries with
 * excluded pairs precede it.
 */
__device__ __forceinline__ long long row_middle(const cluster_build &a)
{
    return blockIdx.x * ((long long)a.masked_room + a.room) + a.masked_room;
}

/** Returns the end of the group's entries with excluded pairs in the array of lane bits. */
__device__ __forceinline__ long long held_middle(const cluster_build &a)
{
    return (blockIdx.x + 1LL) * a.masked_room;
}

/** Returns the word of partner `j` of an entry: particle i, and the bits of two of `clusters`. */
__device__ __forceinline__ unsigned word_of(int i, unsigned clusters, int j)
{
    return (unsigned)i | (clusters >> CLUSTER_BITS * j & ((1u << CLUSTER_BITS) - 1))
                             << CLUSTER_INDEX_BITS;
}

/** Returns the clusters with set bits in the word of partner `j`. */
__device__ __forceinline__ unsigned clusters_of_word(unsigned word, int j)
{
    return word >> CLUSTER_INDEX_BITS << CLUSTER_BITS * j;
}

__device__ __forceinline__ int particle_of_word(unsigned word)
{
    return (int)(word & ((1u << CLUSTER_INDEX_BITS) - 1));
}

/* --- a block --- */

__device__ __forceinline__ unsigned warp_or(unsigned bits)
{
#if __CUDA_ARCH__ >= 800
    return __reduce_or_sync(ALL_LANES, bits);
#else
    for (int distance = 16; distance > 0; distance /= 2)
        bits |= __shfl_xor_sync(ALL_LANES, bits, distance);
    return bits;
#endif
}

/** Sums `number` over the threads of the block. Only the first thread returns the sum. */
__device__ __forceinline__ int block_sum(int (&of_warp)[WARPS], int number)
{
    for (int distance = 16; distance > 0; distance /= 2)
        number += __shfl_xor_sync(ALL_LANES, number, distance);
    if (LANE == 0)
        of_warp[WARP] = number;
    __syncthreads();
    for (int warp = 1; warp < WARPS; warp++)
        number += of_warp[warp];
    return number;
}

#endif
