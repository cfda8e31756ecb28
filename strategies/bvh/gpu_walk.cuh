/*
 * The way down the tree of `bvh`: all threads of a block find the boxes above leaves that are near
 * the block, and each warp finds the leaves in these that are near it.
 */
#ifndef PAIRLANES_STRATEGIES_BVH_GPU_WALK_CUH
#define PAIRLANES_STRATEGIES_BVH_GPU_WALK_CUH

#include "strategies/bvh/gpu_block.cuh"

/** A box of the tree. */
__device__ __forceinline__ bounds box_at(const gpu_bvh &tree, int level, unsigned index)
{
    const bvh_level at = tree.level[level];
    const vector4 *box = tree.box + 2 * (at.first + min(index, at.boxes - 1u));
    return {load(box), load(box + 1)};
}

/** How far a block has got. Its threads look at 128 boxes of a level at a time, those in the last
 * boxes that were found near. */
struct walk {
    enum {
        INDEX_BITS = 28,
        PARENTS = BLOCK / BVH_ARITY < BVH_PARENTS ? BLOCK / BVH_ARITY : BVH_PARENTS
    };
    static_assert(PARENTS * BVH_ARITY <= BVH_BOXES, "there is room for some at least");

    const gpu_bvh &tree;
    block_memory &memory;
    int open; /* boxes near the block whose own boxes have not been looked at yet */

    /** Opens all of the tree, as if the boxes of its last level were in some of a next one. */
    __device__ __forceinline__ explicit walk(const gpu_bvh &tree)
        : tree(tree), memory(memory_of_block()),
          open((tree.level[tree.top].boxes + BVH_ARITY - 1) / BVH_ARITY)
    {
        for (int k = (int)threadIdx.x; k < open; k += BLOCK)
            memory.open[k] = (unsigned)(tree.top + 1) << INDEX_BITS | k;
        __syncthreads();
    }

    /** The number of a thread's box among those that are wanted, and of all of these. */
    struct numbers {
        int own = 0, all = 0;

        /** All threads have read, by then, what lists had before. */
        __device__ __forceinline__ numbers(block_memory &memory, bool wanted)
        {
            const unsigned votes = __ballot_sync(ALL_LANES, wanted);
            if (LANE == 0)
                memory.found[threadIdx.x / WARP] = __popc(votes);
            __syncthreads();
#pragma unroll
            for (int warp = 0; warp < WARPS; warp++) {
                own += warp < (int)(threadIdx.x / WARP) ? memory.found[warp] : 0;
                all += memory.found[warp];
            }
            own += __popc(votes & lanes_below());
        }
    };

    /** Lists boxes above leaves that are near `own`, while there is room for more; returns how
     * many. */
    __device__ __forceinline__ int find(const period &edge, const bounds &own)
    {
        const int lane = (int)LANE, which = (int)threadIdx.x / BVH_ARITY;
        int count = 0;
        while (open > 0) {
            const unsigned last = memory.open[max(open - 1 - lane, 0)];
            const unsigned level = (__shfl_sync(ALL_LANES, last, 0) >> INDEX_BITS) - 1;
            const int parents = __popc(__ballot_sync(
                ALL_LANES, lane < min(open, (int)PARENTS) && last >> INDEX_BITS == level + 1));
            const unsigned parent = __shfl_sync(ALL_LANES, last, which);
            const unsigned index =
                (parent * BVH_ARITY & ((1u << INDEX_BITS) - 1)) + threadIdx.x % BVH_ARITY;
            const bool near = which < parents && index < (unsigned)tree.level[level].boxes &&
                              are_near(edge, own, box_at(tree, level, index));
            const numbers number(memory, near);
            const bool ends = level == 1;
            if (ends && count + number.all > BVH_BOXES)
                break;
            open -= parents;
            if (near && ends)
                memory.box[count + number.own] = index;
            else if (near)
                memory.open[open + number.own] = level << INDEX_BITS | index;
            count += ends ? number.all : 0;
            open += ends ? 0 : number.all;
            __syncthreads();
        }
        return count;
    }
};

/** How far a warp has got with the boxes that are near its block. */
struct descent {
    int boxes, next; /* of these, near the warp; the first whose leaves have not been looked at */

    /** Lists which of `count` boxes near the block are near the warp. */
    __device__ __forceinline__ descent(const warp_view &view, int count) : boxes(0), next(0)
    {
        const gpu_bvh &tree = tree_of(view.a);
#pragma unroll 1
        for (int base = 0; base < count; base += WARP) {
            const int which = min(base + (int)LANE, count - 1);
            const bounds box = box_at(tree, 1, memory_of_block().box[which]);
            const bool near = base + (int)LANE < count && are_near(view.edge, view.own, box);
            boxes = append(view.memory.box, boxes, near, (unsigned char)which);
        }
        __syncwarp();
    }

    /** A leaf that a lane looks at. */
    struct candidate {
        unsigned index;
        bool is_there;
        bounds box;

        /** That in one of the near boxes from number `next` on, of so many. */
        __device__ __forceinline__ candidate(const warp_view &view, int next, int boxes)
        {
            const int which = next + (int)LANE / BVH_ARITY;
            const unsigned parent = view.memory.box[max(min(which, boxes - 1), 0)];
            index = memory_of_block().box[parent] * BVH_ARITY + LANE % BVH_ARITY;
            is_there = which < boxes && index < (unsigned)tree_of(view.a).level[0].boxes &&
                       index - view.group * OWN_LEAVES >= OWN_LEAVES;
            box = box_at(tree_of(view.a), 0, index);
        }
    };

    /** Lists near leaves that are not the warp's own, while there is room for more; returns how
     * many. */
    __device__ __forceinline__ int find(const warp_view &view)
    {
        int count = 0;
        candidate one(view, next, boxes), ahead(view, next + FOUR, boxes);
#pragma unroll 2
        while (next < boxes && count + WARP <= BVH_LEAVES) {
            next += FOUR;
            const candidate two_ahead(view, next + FOUR, boxes);
            count = append(view.memory.leaf, count,
                           one.is_there && are_near(view.edge, view.own, one.box), one.index);
            one = ahead;
            ahead = two_ahead;
        }
        /* leaves are read ahead, and nothing lies in those behind the last one */
        if (LANE < BVH_BEHIND)
            view.memory.leaf[count + LANE] = tree_of(view.a).level[0].boxes;
        __syncwarp();
        return count;
    }
};

#endif
