/*
 * Data of GPU kernels of `bvh`: the tree of boxes, and the near boxes of each warp, both found
 * again in each force call.
 */
#ifndef PAIRLANES_STRATEGIES_BVH_GPU_BVH_H
#define PAIRLANES_STRATEGIES_BVH_GPU_BVH_H

#include "strategies/gpu_arguments.h"

enum {
    BVH_LEAF = 8, /* consecutive particles in a leaf, with a box around them */
    BVH_ARITY_BITS = 3,
    BVH_ARITY = 1 << BVH_ARITY_BITS, /* boxes of a level, in a box of the next one */
    BVH_LEVELS = 7,                  /* most levels, leaves included */
    BVH_ROOTS = 128,                 /* a level with no more boxes is the last one */
};

/* Sizes of the lists of near boxes of a warp. */
enum {
    BVH_BOXES = 256,  /* boxes of a level at a time, at least as many as the last level has */
    BVH_OPENED = 4,   /* number of reads of boxes before the tests */
    BVH_LISTED = 256, /* least room for leaves, or boxes, in its list */
};

/* Sizes of a warp's data. */
enum {
    BVH_AHEAD = 4,   /* number of steps, of four leaves each, whose particles it reads ahead */
    BVH_BEHIND = 48, /* leaves that it reads beyond the last one, three times */
    BVH_GROUP = 128, /* partners that it tests at a time */
    /* room for the boxes that are found at a time, in addition to those of a list */
    BVH_BESIDE = 32 * BVH_OPENED,
};
/** Partners near a warp. */
#define BVH_NEAR(lanes, real_size)                                                                 \
    ((lanes) == 1 ? (real_size) == 4 ? 544 : 512 : (lanes) == 2 ? 416 : 352)

/** Words with a bit for each of these partners. */
#define BVH_WORDS(lanes, real_size) (BVH_NEAR(lanes, real_size) / 32 | 1)

/** Room for the places of these words, for a place far from all for each word, and for one more. */
#define BVH_ROOM(lanes, real_size) (33 * BVH_WORDS(lanes, real_size) + 1)

/**
 * Room for words of whole groups and another one, such that no two particles' words begin in the
 * same bank.
 */
#define BVH_WORDS_ROOM(lanes, real_size) ((BVH_WORDS(lanes, real_size) + 3) / 4 * 4 + 1)

/** Most bytes of shared memory of a block of `warps` warps. A partner may need an index. */
#define BVH_SHARED(warps, lanes, real_size, indexed)                                               \
    ((warps) *                                                                                     \
     (BVH_ROOM(lanes, real_size) * (4 * (real_size) + ((indexed) ? 4 : 0)) + 32 +                  \
      16 * (BVH_GROUP + BVH_GROUP / 8) + 4 * (32 / (lanes)) * BVH_WORDS_ROOM(lanes, real_size)))

/** Number of a level's boxes, and place of the first. */
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
    DEVICE_POINTER(int) arrived; /* number of finished boxes below each box; 0 between launches */
    /* arrays with an element for each warp of the force kernel */
    DEVICE_POINTER(vector4) own;   /* box around its particles, in the format of the tree */
    DEVICE_POINTER(unsigned) near; /* its list of leaves, or boxes, near that box */
    int listed;                    /* entries of a list; there is room for BVH_BESIDE more */
    int top;                       /* the last level, at least 1 */
};

#endif
