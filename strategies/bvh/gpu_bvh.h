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
    BVH_LEVELS = 8, /* at most, leaves included */
    BVH_ROOTS = 32, /* a level with no more boxes is the last one */
};

/** Where the boxes of a level lie. */
struct bvh_level {
    int boxes, first;
};

/**
 * Box k of level l is box[2 * (level[l].first + k)] and the next, two vectors: centre, within the
 * periodic box, and half of the width, both in units of the reach, which is a little more than the
 * cut-off. Box k of a level is around the boxes BVH_ARITY * k … of the level below.
 */
struct gpu_bvh {
    struct bvh_level level[BVH_LEVELS];
    DEVICE_POINTER(vector4) box;
    DEVICE_POINTER(int) arrived; /* of each box, how many of those below are made; 0 in between */
    int top;                     /* the last level, one at least */
};

#endif
