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
    BVH_LEVELS = 7,                  /* maximum number of levels, with leaves */
    BVH_ROOTS = 128,                 /* the last level has at most this many boxes */
};

/* Sizes of a warp's lists of near boxes. */
enum {
    BVH_BOXES = 256,  /* maximum near boxes of a level, >= BVH_ROOTS */
    BVH_OPENED = 4,   /* boxes that a lane loads before it tests the first */
    BVH_LISTED = 256, /* minimum room for leaves or boxes in the list */
};

/* Sizes of a warp's data. */
enum {
    BVH_AHEAD = 4,   /* steps that a warp reads ahead: particles of four leaves per step */
    BVH_BEHIND = 48, /* empty leaves after the last; a warp reads ahead into them */
    BVH_GROUP = 128, /* partners that a warp tests at a time */
    /* extra room of a list for the boxes that one test finds */
    BVH_BESIDE = 32 * BVH_OPENED,
};
/** Largest number of partners that a warp stages at a time. */
#define BVH_NEAR(lanes, real_size)                                                                 \
    ((lanes) == 1 ? (real_size) == 4 ? 544 : 512 : (lanes) == 2 ? 416 : 352)

/** Number of words that hold a bit for each staged partner; odd, to avoid bank conflicts. */
#define BVH_WORDS(lanes, real_size) (BVH_NEAR(lanes, real_size) / 32 | 1)

/**
 * Room for staged positions: one per bit of the words, then `words` + 1 dummies, which are far from
 * all particles.
 */
#define BVH_ROOM(lanes, real_size) (33 * BVH_WORDS(lanes, real_size) + 1)

/**
 * Room for a particle's words, in whole groups of BVH_GROUP partners, plus one word. This word puts
 * the words of different particles in different banks.
 */
#define BVH_WORDS_ROOM(lanes, real_size) ((BVH_WORDS(lanes, real_size) + 3) / 4 * 4 + 1)

/**
 * Largest shared memory in bytes for a block of `warps` warps; `indexed`: partners have an index.
 */
#define BVH_SHARED(warps, lanes, real_size, indexed)                                               \
    ((warps) *                                                                                     \
     (BVH_ROOM(lanes, real_size) * (4 * (real_size) + ((indexed) ? 4 : 0)) + 32 +                  \
      16 * (BVH_GROUP + BVH_GROUP / 8) + 4 * (32 / (lanes)) * BVH_WORDS_ROOM(lanes, real_size)))

/** A level of the tree: number of its boxes, and index of the first. */
struct bvh_level {
    int boxes, first;
};

/**
 * Box k of level l is the vectors box[2 * (level[l].first + k)] and box[2 * (level[l].first + k) +
 * 1]: centre, within the periodic box, and half width. Both are in units of the reach, slightly
 * more than the cut-off. Box k encloses BVH_ARITY boxes of the level below, starting at BVH_ARITY *
 * k.
 */
struct gpu_bvh {
    struct bvh_level level[BVH_LEVELS];
    DEVICE_POINTER(vector4) box;
    DEVICE_POINTER(int) arrived; /* finished child boxes of each box; 0 between launches */
    /* arrays with an element for each warp of the force kernel */
    DEVICE_POINTER(vector4) own;   /* box around the warp's particles, in the format of the tree */
    DEVICE_POINTER(unsigned) near; /* the warp's list of near leaves, or of near boxes */
    int listed;                    /* room of a list; memory holds BVH_BESIDE more entries */
    int top;                       /* the last level, at least 1 */
};

#endif
