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

/** A leaf each thread; of boxes above, the eight lanes that made the last box in one go on. */
template <bool ENERGY> __device__ __forceinline__ void bound(const gpu_arguments &a)
{
    const gpu_bvh &tree = tree_of(a);
    const REAL per_reach = 1 / reach_of(a);
    const period edge(a, per_reach);
    int level = 0, index = blockIdx.x * BLOCK + threadIdx.x;
    bool has = index < tree.level[0].boxes;
    bounds made = {};
    if (has) {
        made = bound_leaf(a, edge, per_reach, index);
        tree.box[2 * index] = made.centre;
        tree.box[2 * index + 1] = made.half;
    }
    const bool leads = LANE % BVH_ARITY == 0;
    while (__any_sync(ALL_LANES, has)) {
        made = join<BVH_ARITY>(edge, made, has);
        level++;
        index /= BVH_ARITY;
        bool last = false;
        if (has && leads) {
            vector4 *to = tree.box + 2 * (tree.level[level].first + index);
            to[0] = made.centre;
            to[1] = made.half;
            last = level < tree.top && arrives_last(tree, level, index);
        }
        last = __shfl_sync(ALL_LANES, (int)last, (int)(LANE - LANE % BVH_ARITY)) != 0;
        index = index / BVH_ARITY * BVH_ARITY + (int)(LANE % BVH_ARITY);
        has = last && index < tree.level[level].boxes;
        if (has) {
            const vector4 *from = tree.box + 2 * (tree.level[level].first + index);
            made = {load_fresh(from), load_fresh(from + 1)};
        }
    }
}

#endif
