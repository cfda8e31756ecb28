/*
 * The particles in reach of a warp of `bvh`, staged in shared memory from the leaves near it.
 */
#ifndef PAIRLANES_STRATEGIES_BVH_GPU_STAGE_CUH
#define PAIRLANES_STRATEGIES_BVH_GPU_STAGE_CUH

#include "strategies/bvh/gpu_warp.cuh"

static_assert(3 * BVH_AHEAD * FOUR <= BVH_BEHIND && BVH_BEHIND <= WARP * BVH_OPENED,
              "a warp reads no farther, and its list has room for that");

/** Particles that a lane has read ahead, so far that it waits for none: one of each four leaves. */
struct particles_ahead {
    int i[BVH_AHEAD], behind[BVH_AHEAD]; /* indices; those of leaves behind these */
    vector4 at[BVH_AHEAD];

    template <bool COARSE>
    __device__ __forceinline__ void read_indices(const near_boxes &near, int next)
    {
#pragma unroll
        for (int k = 0; k < BVH_AHEAD; k++) {
            i[k] = near.particle<COARSE>(next + k * FOUR);
            behind[k] = near.particle<COARSE>(next + (BVH_AHEAD + k) * FOUR);
        }
    }

    /** Reads those of the leaves from `next` on, and the indices of those behind them. */
    __device__ __forceinline__ void read(const gpu_arguments &a, const near_boxes &near, int next)
    {
        if (near.shift == 0)
            read_indices<false>(near, next);
        else
            read_indices<true>(near, next);
#pragma unroll
        for (int k = 0; k < BVH_AHEAD; k++)
            at[k] = load(a.position + i[k]);
    }

    /** Takes those of the leaves from `next` on, and reads as many. */
    template <bool COARSE>
    __device__ __forceinline__ void take(const warp_view &view, int next, int taken[BVH_AHEAD],
                                         vector4 position[BVH_AHEAD])
    {
#pragma unroll
        for (int k = 0; k < BVH_AHEAD; k++) {
            taken[k] = i[k];
            position[k] = at[k];
            i[k] = behind[k];
            at[k] = load(view.a.position + i[k]);
            behind[k] = view.near.particle<COARSE>(next + (2 * BVH_AHEAD + k) * FOUR);
        }
        if (view.image.across) {
#pragma unroll
            for (int k = 0; k < BVH_AHEAD; k++)
                position[k] = view.image.seen(view.a, position[k]);
        }
    }
};

template <bool IMAGE, bool COARSE>
__device__ __forceinline__ int stage_listed(const warp_view &view, const bounds &own,
                                            particles_ahead &ahead, int &next, int count)
{
    bool fits = true;
#pragma unroll 2
    while (fits && next < view.near.leaves()) {
        int i[BVH_AHEAD], then = count;
        vector4 at[BVH_AHEAD];
        bool keeps[BVH_AHEAD];
        unsigned kept[BVH_AHEAD];
        ahead.take<COARSE>(view, next, i, at);
#pragma unroll
        for (int k = 0; k < BVH_AHEAD; k++) {
            keeps[k] = reaches<IMAGE>(view.edge, own, view.per_reach, at[k]);
            kept[k] = __ballot_sync(ALL_LANES, keeps[k]);
            then += __popc(kept[k]);
        }
        fits = then <= NEAR;
        if (fits) {
#pragma unroll
            for (int k = 0; k < BVH_AHEAD; k++)
                count = view.put(count, keeps[k], kept[k], at[k], i[k]);
            next += BVH_AHEAD * FOUR;
        } else {
#pragma unroll
            for (int k = 0; k < BVH_AHEAD && count + __popc(kept[k]) <= NEAR; k++) {
                count = view.put(count, keeps[k], kept[k], at[k], i[k]);
                next += FOUR;
            }
        }
    }
    return count;
}

/** Stages what is in reach of the box around the warp's own particles, which lie as the image has
 * them, of the near leaves from `next` on, of which the first have been read, from the place
 * `count` on, while there is room for more; returns how many there are then. */
template <bool IMAGE>
__device__ __forceinline__ int stage(const warp_view &view, const bounds &own,
                                     particles_ahead &ahead, int &next, int count)
{
    if (!IMAGE && view.near.shift == 0)
        count = stage_listed<IMAGE, false>(view, own, ahead, next, count);
    else
        count = stage_listed<IMAGE, true>(view, own, ahead, next, count);
    __syncwarp();
    return count;
}

#endif
