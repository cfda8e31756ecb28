/*
 * What GPU kernels of `bvh` read: the tree of boxes that its first kernel makes anew for each force
 * call.
 */
#ifndef PAIRLANES_STRATEGIES_BVH_GPU_BVH_H
#define PAIRLANES_STRATEGIES_BVH_GPU_BVH_H

#include "strategies/gpu_arguments.h"

enum {
    BVH_LEAF = 8,   /* particles that follow one another, in a box around them: a leaf */
    BVH_ARITY = 8,  /* boxes of a level, in a box of the next one */
    BVH_LEVELS = 6, /* at most, leaves included */
    BVH_ROOTS = 32, /* a level with no more boxes is the last one */
};

/**
 * boxes[l] boxes of level l from box[2 * first[l]] on, two vectors each: centre, within the
 * periodic box, and half of the width, both in units of the reach, which is a little more than the
 * cut-off. Box k of a level is around the boxes BVH_ARITY * k … of the level below.
 */
struct gpu_bvh {
    int top; /* the last level, one at least */
    int boxes[BVH_LEVELS];
    int first[BVH_LEVELS];
    DEVICE_POINTER(vector4) box;
    DEVICE_POINTER(int) arrived; /* of each box, how many of those below are made; 0 in between */
};

#endif
