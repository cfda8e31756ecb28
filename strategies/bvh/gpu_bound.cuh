/*
 * Builds the tree of boxes of `bvh`. Each thread computes the box of a leaf. Threads that finish
 * the last child of a box then compute the box.
 */
#ifndef PAIRLANES_STRATEGIES_BVH_GPU_BOUND_CUH
#define PAIRLANES_STRATEGIES_BVH_GPU_BOUND_CUH

#include "strategies/bvh/gpu_warp.cuh"

/** Positions of the particles of a warp's leaves, in shared memory. */
struct read_positions {
    vector4 at[WARP * BVH_LEAF];

    /** Reads the positions of consecutive leaves; the first is `leaf`. */
    __device__ __forceinline__ void read(const gpu_arguments &a, int leaf)
    {
#pragma unroll
        for (int k = 0; k < BVH_LEAF; k++) {
            const int place = k * WARP + (int)LANE;
            at[place] = load(a.position + min(leaf * BVH_LEAF + place, a.n - 1));
        }
        __syncwarp();
    }

    /**
     * Returns particle (k + LANE) % BVH_LEAF of the lane's leaf as a box. Because of this rotation,
     * eight lanes read from different banks.
     */
    __device__ __forceinline__ bounds get(int k, REAL per_reach) const
    {
        const vector4 one = at[LANE * BVH_LEAF + (k + LANE) % BVH_LEAF];
        return {{one.x * per_reach, one.y * per_reach, one.z * per_reach, 0}, {0, 0, 0, 0}};
    }

    /** Returns the box around the particles of a lane's leaf. */
    __device__ __forceinline__ bounds bound(const period &edge, REAL per_reach) const
    {
        joint_bounds joint(get(0, per_reach));
#pragma unroll
        for (int k = 1; k < BVH_LEAF; k++)
            joint.add<true>(edge, get(k, per_reach));
        return joint.all_inside(edge);
    }
};

/** Reads a vector that another block has written during this kernel. */
__device__ __forceinline__ vector4 load_fresh(const vector4 *address)
{
    const volatile vector4 *v = address;
    return {v->x, v->y, v->z, v->w};
}

/**
 * Returns true in the thread that finishes the last child of a parent box; `index` is the child.
 */
__device__ __forceinline__ bool arrives_last(const gpu_bvh &tree, int level, int index)
{
    const int parent = index / BVH_ARITY;
    int *arrived = tree.arrived + tree.level[level + 1].first + parent;
    __threadfence();
    const int before = atomicAdd(arrived, 1);
    const bool last =
        before + 1 == min(tree.level[level].boxes - parent * BVH_ARITY, (int)BVH_ARITY);
    if (last)
        *arrived = 0; /* reset for the next force call */
    __threadfence();
    return last;
}

/** Stores a box at `index` in its level. */
__device__ __forceinline__ void store_box(const gpu_bvh &tree, int level, int index,
                                          const bounds &box)
{
    vector4 *to = tree.box + 2 * (tree.level[level].first + index);
    to[0] = box.centre;
    to[1] = box.half;
}

/** Stores the box around the particles of a warp of the kernel `force`. */
__device__ __forceinline__ void store_own(const gpu_bvh &tree, int group, const bounds &box)
{
    tree.own[2 * group] = box.centre;
    tree.own[2 * group + 1] = box.half;
}

/** The box that a lane computes. The boxes of eight consecutive lanes have the same parent box. */
struct made_box {
    int level, index;
    bool exists;
    bounds box;

    /** Computes the parent box of eight lanes' boxes; the first of the lanes stores it. */
    __device__ __forceinline__ void go_up(const gpu_bvh &tree, const period &edge)
    {
        box = join<BVH_ARITY>(edge, box, exists);
        level++;
        index /= BVH_ARITY;
        exists = exists && LANE % BVH_ARITY == 0;
        if (exists)
            store_box(tree, level, index, box);
    }

    /**
     * If the box is the last finished child of its parent, loads all eight children, one per lane.
     * The parent is computed next.
     */
    __device__ __forceinline__ void take_others(const gpu_bvh &tree)
    {
        const bool last = exists && level < tree.top && arrives_last(tree, level, index);
        index = index / BVH_ARITY * BVH_ARITY + (int)(LANE % BVH_ARITY);
        exists = __shfl_sync(ALL_LANES, (int)last, (int)(LANE - LANE % BVH_ARITY)) != 0 &&
                 index < tree.level[level].boxes;
        if (exists) {
            const vector4 *from = tree.box + 2 * (tree.level[level].first + index);
            box = {load_fresh(from), load_fresh(from + 1)};
        }
    }
};

/**
 * Computes all boxes, one leaf per thread. A block that computes
 * eight boxes of the first level also computes the second level. For higher levels, the threads
 * that finished the last child continue.
 */
template <bool ENERGY> __device__ __forceinline__ void bound(const gpu_arguments &a)
{
    enum { MADE = BLOCK / BVH_ARITY };
    __shared__ bounds made[MADE];
    __shared__ read_positions positions[BLOCK / WARP];
    const gpu_bvh &tree = tree_of(a);
    const REAL per_reach = 1 / reach_of(a);
    const period edge(a, per_reach);
    made_box one = {0, (int)(blockIdx.x * BLOCK + threadIdx.x)};
    one.exists = one.index < tree.level[0].boxes;
    read_positions &read = positions[threadIdx.x / WARP];
    read.read(a, one.index - (int)LANE);
    one.box = read.bound(edge, per_reach);
    if (one.exists)
        store_box(tree, 0, one.index, one.box);
    const bounds own = join<OWN_LEAVES>(edge, one.box, one.exists);
    if (one.exists && LANE % OWN_LEAVES == 0)
        store_own(tree, one.index / OWN_LEAVES, own);
    one.go_up(tree, edge);
    if constexpr (MADE < BVH_ARITY) {
        one.take_others(tree);
    } else {
        if (LANE % BVH_ARITY == 0)
            made[threadIdx.x / BVH_ARITY] = one.box;
        __syncthreads();
        one.index = (int)(blockIdx.x * MADE + threadIdx.x);
        one.exists = threadIdx.x < MADE && tree.top > 1 && one.index < tree.level[1].boxes;
        if (one.exists)
            one.box = made[threadIdx.x];
    }
    while (__any_sync(ALL_LANES, one.exists)) {
        one.go_up(tree, edge);
        one.take_others(tree);
    }
}

#endif
