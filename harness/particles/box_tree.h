/*
 * A tree of boxes on the host: around consecutive particles (leaves), around consecutive leaves,
 * and so on. The strategy `bvh` builds such a tree in each force call. The tree here serves to
 * count the pairs that the strategy evaluates.
 */
#pragma once

#include "harness/base/error.h"
#include "harness/particles/system.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    TREE_ARITY = 8,   /* boxes that one box of the next level contains */
    TREE_LEVELS = 7,  /* maximum number of levels */
    TREE_ROOTS = 128, /* maximum number of boxes of the last level, which is never level 0 */
};

/**
 * Centre of a box along each axis, wrapped into the periodic box, and half of its width. `half` is
 * negative for an empty box.
 */
struct tree_box {
    double centre[3], half[3];
};

struct box_tree {
    const struct system *system;
    int leaf;                   /* particles per leaf */
    double reach;               /* largest distance of interacting particles */
    int top;                    /* index of the last level */
    int64_t boxes[TREE_LEVELS]; /* number of boxes of each level */
    int64_t first[TREE_LEVELS]; /* index of the first box of each level */
    struct tree_box *box;
};

/**
 * Fills in `boxes` and `first` for n particles, `leaf` per leaf; returns the index of the last
 * level.
 */
int box_tree_levels(int64_t n, int leaf, int64_t boxes[TREE_LEVELS], int64_t first[TREE_LEVELS]);

/** Returns the number of boxes in all levels of a tree for n particles. */
int64_t box_tree_boxes(int64_t n, int leaf);

/** Builds the tree of a system, which must outlive the tree. */
bool box_tree_build(const struct system *system, double cutoff, int leaf, struct box_tree *tree,
                    struct error *error);

void box_tree_free(struct box_tree *tree);

/** Range of consecutive leaves, beginning with `first`. */
struct leaf_range {
    int64_t first, count;
};

/**
 * Returns the range of `count` leaves that begins with leaf `first`; fewer at the end of the tree.
 */
struct leaf_range box_tree_range(const struct box_tree *tree, int64_t first, int64_t count);

/** Returns the number of particles in a range of leaves. */
int64_t box_tree_particles(const struct box_tree *tree, struct leaf_range leaves);

/** Returns the smallest box around a range of leaves. */
struct tree_box box_tree_bound(const struct box_tree *tree, struct leaf_range leaves);

/**
 * Finds the particles that may interact with a particle in `box`, except those in the leaves `own`.
 * Writes them to `found`, if it is not NULL, in ascending order. Returns their number.
 */
int64_t box_tree_find(const struct box_tree *tree, const struct tree_box *box,
                      struct leaf_range own, int32_t *found);

/**
 * Counts the pairs that are tested if `leaves` consecutive leaves are processed together. These are
 * pairs of their particles, and pairs with all further particles in reach of their box. A pair
 * counts once for each of its particles.
 */
int64_t box_tree_pairs(const struct box_tree *tree, int leaves);
