/*
 * What GPU kernels of `bvh` read: the tree of boxes that its first kernel makes anew for each force
 * call.
 */
#ifndef PAIRLANES_STRATEGIES_BVH_GPU_BVH_H
#define PAIRLANES_STRATEGIES_BVH_GPU_BVH_H

#include "strategies/gpu_arguments.h"

enum {
    BVH_LEAF = 8,    /* particles that follow one another, in a box around them: a leaf */
    BVH_ARITY = 8,   /* boxes of a level, in a box of the next one */
    BVH_LEVELS = 7,  /* at most, leaves included */
    BVH_ROOTS = 128, /* a level with no more boxes is the last one */
};

/* What a block holds at a time. */
enum {
    BVH_PARENTS = 16, /* boxes that are opened together, at most */
    BVH_OPEN = BVH_ROOTS / BVH_ARITY + (BVH_LEVELS - 2) * BVH_PARENTS * (BVH_ARITY - 1),
    BVH_BOXES = 128, /* boxes above leaves that are near it */
};

/* What a warp, of so many lanes a particle, holds at a time. */
enum {
    BVH_LEAVES = 96, /* leaves near it */
    BVH_AHEAD = 5,   /* times that it reads particles ahead, those of four leaves each, … */
    BVH_BEHIND = 24, /* … and how far behind the last leaf, so */
    BVH_GROUP = 128, /* partners that it tests at a time */
};
/** Partners near it. */
#define BVH_NEAR(lanes, real_size)                                                                 \
    ((lanes) == 1 ? (real_size) == 4 ? 544 : 512 : (lanes) == 2 ? 416 : 352)

/** Words with a bit for each of these. */
#define BVH_WORDS(lanes, real_size) (BVH_NEAR(lanes, real_size) / 32 | 1)

/** Room for the partners and, in front of them, for one in front of each word's that is far from
 * all. */
#define BVH_ROOM(lanes, real_size) (BVH_WORDS(lanes, real_size) + BVH_NEAR(lanes, real_size))

/** Room for words of whole groups, and so many more that each lane finds an end; no two particles'
 * words begin in the same bank. */
#define BVH_WORDS_ROOM(lanes, real_size) (((BVH_WORDS(lanes, real_size) + 3) / 4 * 4 + (lanes)) | 1)

/** Bytes of shared memory of a block of so many warps, at most. A partner may have an index. */
#define BVH_SHARED(warps, lanes, real_size, indexed)                                               \
    (4 * (BVH_OPEN + BVH_BOXES + 32) + 32 +                                                        \
     (warps) * (BVH_ROOM(lanes, real_size) * (4 * (real_size) + ((indexed) ? 4 : 0)) + 32 +        \
                8 * (BVH_GROUP + BVH_GROUP / 16) +                                                 \
                4 * (32 / (lanes)) * BVH_WORDS_ROOM(lanes, real_size) + BVH_BOXES +                \
                4 * (BVH_LEAVES + BVH_BEHIND)))

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
