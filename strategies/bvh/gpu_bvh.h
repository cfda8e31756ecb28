/*
 * Data of GPU kernels of `bvh`: the tree of boxes and the near boxes of each warp. Each force call
 * computes both.
 */
#ifndef PAIRLANES_STRATEGIES_BVH_GPU_BVH_H
#define PAIRLANES_STRATEGIES_BVH_GPU_BVH_H

#include "strategies/gpu_arguments.h"

enum {
    BVH_LEAF = 8, /* consecutive particles in a leaf, with a box around them */
    BVH_ARITY_BITS = 3,
    BVH_ARITY = 1 << BVH_ARITY_BITS, /* child boxes of a box */
    BVH_LEVELS = 7,                  /* most levels, leaves included */
    BVH_ROOTS = 128,                 /* the last level has at most this many boxes */
};

/* Sizes of the lists of near boxes of a warp. */
enum {
    BVH_BOXES = 256,  /* most near boxes of a level; at least BVH_ROOTS */
    BVH_OPENED = 4,   /* boxes that a lane loads before it tests the first */
    BVH_LISTED = 256, /* least room for leaves or boxes in the list */
};

/* Sizes of a warp's data. */
enum {
    BVH_AHEAD = 4,   /* steps of four leaves each whose particles a warp reads ahead */
    BVH_BEHIND = 48, /* empty leaves after the last one, which a warp reads ahead */
    BVH_GROUP = 128, /* partners that a warp tests at a time */
    /* extra room of a list for the boxes that one test finds */
    BVH_BESIDE = 32 * BVH_OPENED,
};
/** Most partners that a warp stages at a time. */
#define BVH_NEAR(lanes, real_size)                                                                 \
    ((lanes) == 1 ? (real_size) == 4 ? 544 : 512 : (lanes) == 2 ? 416 : 352)

/** Number of words that hold a bit for each staged partner; odd, to avoid bank conflicts. */
#define BVH_WORDS(lanes, real_size) (BVH_NEAR(lanes, real_size) / 32 | 1)

/**
 * Room for staged positions: one per bit of the words, then one dummy far from all particles per
 * word, and one more dummy.
 */
#define BVH_ROOM(lanes, real_size) (33 * BVH_WORDS(lanes, real_size) + 1)

/**
 * Room for a particle's words, in whole groups of BVH_GROUP partners, plus one word, which puts the
 * words of different particles in different banks.
 */
#define BVH_WORDS_ROOM(lanes, real_size) ((BVH_WORDS(lanes, real_size) + 3) / 4 * 4 + 1)

/** Most bytes of shared memory of a block of `warps` warps; `indexed`: partners have an index. */
#define BVH_SHARED(warps, lanes, real_size, indexed)                                               \
    ((warps) *                                                                                     \
     (BVH_ROOM(lanes, real_size) * (4 * (real_size) + ((indexed) ? 4 : 0)) + 32 +                  \
      16 * (BVH_GROUP + BVH_GROUP / 8) + 4 * (32 / (lanes)) * BVH_WORDS_ROOM(lanes, real_size)))

/** A level of the tree: number of its boxes, and index of the first. */
struct bvh_level {
    int boxes, first;
};

/**
 * Box k of level l is two vectors, box[2 * (level[l].first + k)] and the next: the centre, within
 * the periodic box, and half the width. Both are in units of the reach, slightly more than the
 * cut-off. Box k of a level encloses the BVH_ARITY boxes from BVH_ARITY * k on of the level below.
 */
struct gpu_bvh {
    struct bvh_level level[BVH_LEVELS];
    DEVICE_POINTER(vector4) box;
    DEVICE_POINTER(int) arrived; /* finished child boxes of each box; 0 between launches */
    /* arrays with an element for each warp of the force kernel */
    DEVICE_POINTER(vector4) own;   /* box around the warp's particles, in the format of the tree */
    DEVICE_POINTER(unsigned) near; /* the warp's list of near leaves, or of near boxes */
    int listed;                    /* most entries of a list; memory has room for BVH_BESIDE more */
    int top;                       /* the last level, at least 1 */
};

#endif
