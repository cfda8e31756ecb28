/*
 * The particles in reach of a warp of `bvh`, staged in shared memory from the leaves near it.
 */
#ifndef PAIRLANES_STRATEGIES_BVH_GPU_STAGE_CUH
#define PAIRLANES_STRATEGIES_BVH_GPU_STAGE_CUH

#include "strategies/bvh/gpu_block.cuh"

/** A particle per lane, of four leaves, on its way from memory. */
struct coming {
    int i;
    vector4 at;

    /** Of the near leaves from number `next` on. */
    __device__ __forceinline__ void read(const warp_view &view, int next)
    {
        const unsigned leaf = view.memory.leaf[next + LANE / BVH_LEAF];
        i = min((int)(leaf * BVH_LEAF + LANE % BVH_LEAF), view.a.n);
        at = load(view.a.position + i);
    }
};

/** Stages what is in reach of the box around the warp's own particles, which lie as the image has
 * them, of the near leaves from `next` on, from the place `count` on, while there is room for
 * more; returns how many there are then. */
template <bool IMAGE>
__device__ __forceinline__ int stage(const warp_view &view, const bounds &own, int leaves,
                                     int &next, int count)
{
    coming ahead[BVH_AHEAD];
#pragma unroll
    for (int k = 0; k < BVH_AHEAD; k++)
        ahead[k].read(view, next + k * FOUR);
#pragma unroll 4
    for (; next < leaves && count + WARP <= NEAR; next += FOUR) {
        const int i = ahead[0].i;
        const vector4 at = view.image.seen(view.a, ahead[0].at);
#pragma unroll
        for (int k = 0; k + 1 < BVH_AHEAD; k++)
            ahead[k] = ahead[k + 1];
        ahead[BVH_AHEAD - 1].read(view, next + BVH_AHEAD * FOUR);
        const bool keeps = reaches<IMAGE>(view.edge, own, view.per_reach, at);
        const unsigned kept = __ballot_sync(ALL_LANES, keeps);
        if (keeps)
            view.memory.put(count + __popc(kept & lanes_below()), at, i);
        count += __popc(kept);
    }
    __syncwarp();
    return count;
}

#endif
