/* Data of CPU kernels of `bvh`: memory for the tree of boxes, which each force call builds. */
#ifndef PAIRLANES_STRATEGIES_BVH_CPU_BVH_H
#define PAIRLANES_STRATEGIES_BVH_CPU_BVH_H

#include "strategies/cpu_patches.h"

enum {
    CPU_BVH_LEAF = 16,  /* consecutive particles in a leaf, with a box around them */
    CPU_BVH_ARITY = 16, /* child boxes of a box; equal to the lanes of a vector */
    CPU_BVH_LEVELS = 9, /* maximum number of levels, including leaves */
    CPU_BVH_SIDES = 6,  /* numbers that describe a box: centre and half width along each axis */
};

/**
 * The leaves, as patches with particles in memory order, and the tree above them. Box k of a level
 * encloses CPU_BVH_ARITY boxes of the level below, starting at box CPU_BVH_ARITY * k. The outputs
 * (scratch memory) store the boxes. Each component of CPU_BVH_ARITY consecutive boxes is
 * contiguous, so that these boxes are tested as a vector.
 */
struct cpu_bvh {
    struct cpu_patches leaves; /* only `start` and `particle` are set */
    int top;                   /* the last level, which has one box */
    int64_t boxes[CPU_BVH_LEVELS];
    int64_t first[CPU_BVH_LEVELS]; /* index of each level's first box, a multiple of
                                    * CPU_BVH_ARITY */
};

#endif
