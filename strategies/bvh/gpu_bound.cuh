/*
 * The tree of boxes of `bvh` is made: those around particles by a thread each, those above by the
 * threads that made the last of the boxes in them.
 */
#ifndef PAIRLANES_STRATEGIES_BVH_GPU_BOUND_CUH
#define PAIRLANES_STRATEGIES_BVH_GPU_BOUND_CUH

#include "strategies/bvh/gpu_boxes.cuh"

/** The box around the particles of a leaf. */
__device__ __forceinline__ bounds bound_leaf(const gpu_arguments &a, const period &edge,
                                             REAL per_reach, int leaf)
{
    const int first = leaf * BVH_LEAF;
    bounds one = {load(a.position + first), {0, 0, 0, 0}};
    one.centre = {one.centre.x * per_reach, one.centre.y * per_reach, one.centre.z * per_reach, 0};
    joint_bounds joint(one);
#pragma unroll
    for (int k = 1; k < BVH_LEAF; k++) {
        const vector4 at = load(a.position + min(first + k, a.n - 1));
        joint.add<true>(edge,
                        {{at.x * per_reach, at.y * per_reach, at.z * per_reach, 0}, {0, 0, 0, 0}});
    }
    return joint.all_inside(edge);
}

/** Reads a vector that another block has written during the kernel. */
__device__ __forceinline__ vector4 load_fresh(const vector4 *address)
{
    const volatile vector4 *v = address;
    return {v->x, v->y, v->z, v->w};
}

/** Whether box `index` of a level is the last to be made of those in a box of the next level. */
__device__ __forceinline__ bool arrives_last(const gpu_bvh &tree, int level, int index)
{
    const int parent = index / BVH_ARITY;
    int *arrived = tree.arrived + tree.level[level + 1].first + parent;
    __threadfence();
    const int before = atomicAdd(arrived, 1);
    const bool last =
        before + 1 == min(tree.level[level].boxes - parent * BVH_ARITY, (int)BVH_ARITY);
    if (last)
        *arrived = 0; /* for the next force call */
    __threadfence();
    return last;
}

/** Stores a box of a level. */
__device__ __forceinline__ void store_box(const gpu_bvh &tree, int level, int index,
                                          const bounds &box)
{
    vector4 *to = tree.box + 2 * (tree.level[level].first + index);
    to[0] = box.centre;
    to[1] = box.half;
}

/** A box that a lane makes, of those that each eight lanes have in one of the next level. */
struct made_box {
    int level, index;
    bool exists;
    bounds box;

    /** Makes that around those of its eight lanes, the first of which stores it, and has it. */
    __device__ __forceinline__ void go_up(const gpu_bvh &tree, const period &edge)
    {
        box = join<BVH_ARITY>(edge, box, exists);
        level++;
        index /= BVH_ARITY;
        exists = exists && LANE % BVH_ARITY == 0;
        if (exists)
            store_box(tree, level, index, box);
    }

    /** Where that is the last one in a box of the next level, all eight lanes go on with these. */
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

/** A leaf each thread, and the boxes above these. A block has those of two levels within itself,
 * if it makes eight of the first; of the others, the threads go on that made the last in a box. */
template <bool ENERGY> __device__ __forceinline__ void bound(const gpu_arguments &a)
{
    enum { MADE = BLOCK / BVH_ARITY };
    __shared__ bounds made[MADE];
    const gpu_bvh &tree = tree_of(a);
    const REAL per_reach = 1 / reach_of(a);
    const period edge(a, per_reach);
    made_box one = {0, (int)(blockIdx.x * BLOCK + threadIdx.x)};
    one.exists = one.index < tree.level[0].boxes;
    if (one.exists) {
        one.box = bound_leaf(a, edge, per_reach, one.index);
        store_box(tree, 0, one.index, one.box);
    }
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
