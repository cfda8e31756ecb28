/*
 * What is near a warp of `bvh`: the leaves, found down the tree, and their particles, staged in
 * shared memory.
 */
#ifndef PAIRLANES_STRATEGIES_BVH_GPU_WALK_CUH
#define PAIRLANES_STRATEGIES_BVH_GPU_WALK_CUH

#include "strategies/bvh/gpu_warp.cuh"

/** How far a warp has got. It looks at 32 boxes of a level at a time, those in the last four boxes
 * that were found near. */
struct walk {
    enum { INDEX_BITS = 28 };

    int open; /* boxes near the warp whose own boxes have not been looked at yet */

    /** Opens all of the tree, as if the boxes of its last level were in some of a next one. */
    __device__ __forceinline__ explicit walk(const warp_view &view)
    {
        const gpu_bvh &tree = tree_of(view.a);
        open = (tree.level[tree.top].boxes + BVH_ARITY - 1) / BVH_ARITY;
        if ((int)LANE < open)
            view.memory.open[LANE] = (unsigned)(tree.top + 1) << INDEX_BITS | LANE;
        __syncwarp();
    }

    /** A box that a lane looks at, one of those in a box on top of the open ones. */
    struct candidate {
        unsigned level, index;
        bool is_there;
        bounds box;

        __device__ __forceinline__ candidate(const warp_view &view, int open, unsigned level)
            : level(level)
        {
            const unsigned which = LANE / BVH_ARITY;
            const unsigned parent = view.memory.open[max(open - 1 - (int)which, 0)];
            const bvh_level at = tree_of(view.a).level[level];
            index = (parent * BVH_ARITY & ((1u << INDEX_BITS) - 1)) + LANE % BVH_ARITY;
            is_there = (int)which < open && parent >> INDEX_BITS == level + 1;
            const vector4 *from =
                tree_of(view.a).box + 2 * (at.first + min(index, (unsigned)(at.boxes - 1)));
            box = {load(from), load(from + 1)};
        }

        /** How many boxes these are in. */
        __device__ __forceinline__ int parents() const
        {
            return __popc(__ballot_sync(ALL_LANES, is_there)) / BVH_ARITY;
        }

        __device__ __forceinline__ bool is_near(const warp_view &view) const
        {
            return are_near(view.edge, view.own, box) && is_there &&
                   index < (unsigned)tree_of(view.a).level[level].boxes;
        }
    };

    /** Opens boxes down to those of leaves. */
    __device__ __forceinline__ void open_boxes(const warp_view &view)
    {
        unsigned *list = view.memory.open;
        unsigned level;
        while (open > 0 && (level = (list[open - 1] >> INDEX_BITS) - 1) > 0) {
            const candidate one(view, open, level);
            __syncwarp(); /* what is found is written over what has been read */
            open -= one.parents();
            open += append(list + open, 0, one.is_near(view), level << INDEX_BITS | one.index);
            __syncwarp();
        }
    }

    /** Lists near leaves that are not the warp's own, while there is room for more; returns how
     * many. */
    __device__ __forceinline__ int find(const warp_view &view)
    {
        const unsigned own = view.group * OWN_LEAVES;
        int count = 0;
        while (open > 0 && count + WARP <= BVH_LEAVES) {
            open_boxes(view);
            candidate one(view, open, 0);
            int parents = one.parents();
            while (parents > 0 && count + WARP <= BVH_LEAVES) {
                open -= parents;
                const candidate ahead(view, open, 0);
                parents = ahead.parents();
                count = append(view.memory.leaf, count,
                               one.is_near(view) && one.index - own >= OWN_LEAVES, one.index);
                one = ahead;
            }
        }
        /* four are read at a time, two times ahead; nothing lies in leaves behind the last one */
        if (LANE < 3 * FOUR)
            view.memory.leaf[count + LANE] = tree_of(view.a).level[0].boxes;
        __syncwarp();
        return count;
    }
};

/** Stages what is in reach of the box around the warp's own particles, which lie as the image has
 * them, of the leaves from `next` on, from the place `count` on, while there is room for more;
 * returns how many there are then. */
template <bool IMAGE>
__device__ __forceinline__ int stage(const warp_view &view, const bounds &own, int leaves,
                                     int &next, int count)
{
    const unsigned *leaf = view.memory.leaf + LANE / BVH_LEAF;
    const auto place_of = [&](int number) {
        return min((int)(leaf[number] * BVH_LEAF + LANE % BVH_LEAF), view.a.n);
    };
    int ahead[2] = {place_of(next), place_of(next + FOUR)};
    vector4 at_ahead[2] = {load(view.a.position + ahead[0]), load(view.a.position + ahead[1])};
#pragma unroll 2
    for (; next < leaves && count + WARP <= NEAR; next += FOUR) {
        const int j = ahead[0];
        const vector4 at = view.image.seen(view.a, at_ahead[0]);
        ahead[0] = ahead[1];
        at_ahead[0] = at_ahead[1];
        ahead[1] = place_of(next + 2 * FOUR);
        at_ahead[1] = load(view.a.position + ahead[1]);
        const bool keeps = reaches<IMAGE>(view.edge, own, view.per_reach, at);
        const unsigned kept = __ballot_sync(ALL_LANES, keeps);
        if (keeps)
            view.memory.put(warp_memory::vectors_to(count + __popc(kept & lanes_below())), at, j);
        count += __popc(kept);
    }
    __syncwarp();
    return count;
}

#endif
