/* Groups of clusters, their rows, and the work of a block's threads on them. */
#ifndef PAIRLANES_STRATEGIES_CLUSTER_GROUP_CUH
#define PAIRLANES_STRATEGIES_CLUSTER_GROUP_CUH

#include "strategies/cluster/columns.cuh"
#include "strategies/gpu_excluded.cuh"

enum { WARPS = BLOCK / 32 };

/** Resident blocks of a multiprocessor with 64 K registers. */
enum { ROW_BLOCKS = sizeof(REAL) == 4 ? 7 : 3 };

/* --- particles --- */

/** The lane's particles of the group, one of each cluster. */
struct lane_particles {
    vector4 at[CLUSTER_GROUP];

    /** Loads the particles of the group, cluster by cluster. */
    template <int SIZE> __device__ __forceinline__ void fill(const vector4 *own)
    {
#pragma unroll
        for (int k = 0; k < CLUSTER_GROUP; k++)
            at[k] = own[k * SIZE + LANE % SIZE];
    }

    /**
     * Returns bits of the clusters whose particle is in range of a partner. Groups are powers of
     * two.
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
 * Returns the place of the first entry without excluded pairs in the group's row; entries with them
 * precede it.
 */
__device__ __forceinline__ long long row_middle(const cluster_build &a)
{
    return blockIdx.x * ((long long)a.masked_room + a.room) + a.masked_room;
}

/** Returns the same for the bits of lanes, which only entries with excluded pairs have. */
__device__ __forceinline__ long long held_middle(const cluster_build &a)
{
    return (blockIdx.x + 1LL) * a.masked_room;
}

/** Returns the word of a particle that is partner `j` of an entry with these clusters. */
__device__ __forceinline__ unsigned word_of(int i, unsigned clusters, int j)
{
    return (unsigned)i | (clusters >> CLUSTER_BITS * j & ((1u << CLUSTER_BITS) - 1))
                             << CLUSTER_INDEX_BITS;
}

/** Returns the clusters that are marked in the word of partner `j`. */
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

/** Adds up a number of each thread of the block; the first gets the sum. */
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
