/* Search down the tree of `bvh`: a warp finds the leaves near its particles, level by level. */
#ifndef PAIRLANES_STRATEGIES_BVH_GPU_FIND_CUH
#define PAIRLANES_STRATEGIES_BVH_GPU_FIND_CUH

#include "strategies/bvh/gpu_warp.cuh"

/** The boxes of a level of the tree. */
struct tree_level {
    const vector4 *all;
    int first;
    unsigned boxes;

    __device__ __forceinline__ tree_level(const gpu_bvh &tree, int level)
        : all(tree.box), first(2 * tree.level[level].first), boxes(tree.level[level].boxes)
    {
    }

    /** Returns a box; for an index past the end, the last box. */
    __device__ __forceinline__ bounds at(unsigned index) const
    {
        const vector4 *of = all + (first + 2 * (int)min(index, boxes - 1));
        return {load(of), load(of + 1)};
    }
};

/** A search for the boxes near the box around a warp's particles. */
struct search {
    const gpu_bvh &tree;
    period edge;
    bounds own; /* box around the warp's particles */
    int group;
    unsigned before;

    __device__ __forceinline__ search(const gpu_arguments &a, int group, const bounds &own)
        : tree(tree_of(a)), edge(a, 1 / reach_of(a)), own(own), group(group), before(lanes_before())
    {
    }

    /**
     * Tests the children of the first COUNT * 32 / BVH_ARITY boxes in `parents` and appends the
     * near children to the `found` boxes in `near`. Returns the new number of boxes in `near`. The
     * loads of the COUNT boxes of a lane overlap.
     */
    template <int COUNT, bool LEAVES>
    __device__ __forceinline__ int look(const tree_level &level, const unsigned *parents,
                                        unsigned *near, int found) const
    {
        unsigned index[COUNT];
        bounds box[COUNT];
#pragma unroll
        for (int k = 0; k < COUNT; k++) {
            index[k] = parents[(k * WARP + LANE) / BVH_ARITY] * BVH_ARITY + LANE % BVH_ARITY;
            box[k] = level.at(index[k]);
        }
#pragma unroll
        for (int k = 0; k < COUNT; k++) {
            /* all three conditions are evaluated, because a branch would cost more */
            const bool exists = index[k] < level.boxes,
                       is_own = LEAVES && index[k] / OWN_LEAVES == (unsigned)group,
                       is_near = are_near(edge, own, box[k]) & exists & !is_own;
            const unsigned votes = __ballot_sync(ALL_LANES, is_near);
            if (is_near)
                near[found + __popc(votes & before)] = index[k];
            found += __popc(votes);
        }
        return found;
    }

    /**
     * Lists in `near` the near boxes of a level, among the children of `count` boxes in `parents`.
     * Returns their number; a result above `room` means that not all fit.
     */
    template <bool LEAVES>
    __device__ __forceinline__ int open(int number, const unsigned *parents, int count,
                                        unsigned *near, int room) const
    {
        enum { AT_A_TIME = WARP / BVH_ARITY };
        const tree_level level(tree, number);
        int first = 0, found = 0;
        for (; count - first > 2 * AT_A_TIME && found <= room; first += BVH_OPENED * AT_A_TIME)
            found = look<BVH_OPENED, LEAVES>(level, parents + first, near, found);
        if (found > room)
            return found;
        if (count - first > AT_A_TIME)
            found = look<2, LEAVES>(level, parents + first, near, found);
        else if (count - first > 0)
            found = look<1, LEAVES>(level, parents + first, near, found);
        return found;
    }
};

/** Appends `behind` empty entries to a list of `count` entries, and synchronizes the warp. */
__device__ __forceinline__ void end_list(unsigned *list, int count, int behind, unsigned nothing)
{
    for (int k = (int)LANE; k < behind; k += WARP)
        list[count + k] = nothing;
    __syncwarp();
}

/**
 * Lists the leaves near a warp's particles. If there is no room for all leaves, lists near boxes of
 * a higher level. `levels` is work memory for two levels.
 */
__device__ __forceinline__ near_boxes find_near(const gpu_arguments &a, int group,
                                                const bounds &own, near_level *levels)
{
    const gpu_bvh &tree = tree_of(a);
    const search warp(a, group, own);
    unsigned *const list = kept(tree.near + (long long)group * (tree.listed + BVH_BESIDE));

    /* the search starts with all boxes of the last level */
    int level = tree.top + 1;
    int count = (tree.level[tree.top].boxes + BVH_ARITY - 1) / BVH_ARITY;
    if (LANE < count)
        levels[level % 2].box[LANE] = LANE;
    end_list(levels[level % 2].box, count, near_level::BEHIND, near_level::NONE);
    while (level > 1) {
        unsigned *const near = levels[(level - 1) % 2].box;
        const int found =
            warp.open<false>(level - 1, levels[level % 2].box, count, near, BVH_BOXES);
        if (found > BVH_BOXES)
            break;
        end_list(near, found, near_level::BEHIND, near_level::NONE);
        count = found;
        level--;
    }
    const int leaves =
        level > 1 ? tree.listed + 1 : warp.open<true>(0, levels[1].box, count, list, tree.listed);
    if (leaves <= tree.listed) {
        count = leaves;
        level = 0;
    } else {
        for (int k = (int)LANE; k < count; k += WARP)
            list[k] = levels[level % 2].box[k];
    }
    const unsigned none = tree.level[level].boxes;
    end_list(list, count, BVH_BEHIND, none);
    return {list, count, level * BVH_ARITY_BITS, none, group, a.n};
}

#endif
