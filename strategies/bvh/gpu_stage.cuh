/*
 * The particles in reach of a warp of `bvh`, staged in shared memory from near leaves.
 */
#ifndef PAIRLANES_STRATEGIES_BVH_GPU_STAGE_CUH
#define PAIRLANES_STRATEGIES_BVH_GPU_STAGE_CUH

#include "strategies/bvh/gpu_warp.cuh"

static_assert(3 * BVH_AHEAD * FOUR <= BVH_BEHIND && (int)BVH_BEHIND <= (int)BVH_BESIDE,
              "a warp reads no farther, and its list has room for that");

/** Particles that a lane has read ahead to hide the latency: one per four leaves. */
template <bool COARSE> struct particles_ahead {
    int i[BVH_AHEAD], behind[BVH_AHEAD]; /* indices of particles in the next leaves, and in the
                                            leaves after those */
    vector4 at[BVH_AHEAD];

    __device__ __forceinline__ void read_indices(const near_boxes &near, int next)
    {
#pragma unroll
        for (int k = 0; k < BVH_AHEAD; k++) {
            i[k] = near.particle<COARSE>(next + k * FOUR);
            behind[k] = near.particle<COARSE>(next + (BVH_AHEAD + k) * FOUR);
        }
    }

    __device__ __forceinline__ void read_positions(const gpu_arguments &a)
    {
#pragma unroll
        for (int k = 0; k < BVH_AHEAD; k++)
            at[k] = load(a.position + i[k]);
    }

    /**
     * Returns the particles of the leaves that start at `next`, and reads the same number of
     * further particles.
     */
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

/**
 * Stages particles of near leaves that are in reach of the box around the warp's own particles.
 * Starts at leaf `next` and at place `count`, and stops when there is no room. Returns the new
 * count.
 */
template <bool IMAGE>
__device__ __forceinline__ int stage(const warp_view &view, const bounds &own,
                                     particles_ahead<IMAGE> &ahead, int &next, int count)
{
#pragma unroll 2
    while (next < view.near.leaves()) {
        int i[BVH_AHEAD], then = count;
        vector4 at[BVH_AHEAD];
        bool keeps[BVH_AHEAD];
        unsigned kept[BVH_AHEAD];
        ahead.take(view, next, i, at);
#pragma unroll
        for (int k = 0; k < BVH_AHEAD; k++) {
            keeps[k] = reaches<IMAGE>(view.edge, own, view.per_reach, at[k]);
            kept[k] = __ballot_sync(ALL_LANES, keeps[k]);
            then += __popc(kept[k]);
        }
        if (then > NEAR)
            break;
#pragma unroll
        for (int k = 0; k < BVH_AHEAD; k++) {
            if (keeps[k])
                view.memory.put(count + __popc(kept[k] & view.lanes_below), at[k], i[k]);
            count += __popc(kept[k]);
        }
        next += BVH_AHEAD * FOUR;
    }
    __syncwarp();
    return count;
}

#endif
