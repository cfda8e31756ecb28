/*
 * A tree of boxes: around consecutive particles (leaves), around consecutive leaves, and so on. The
 * strategy `bvh` builds such a tree in each force call; this one counts the pairs that the strategy
 * evaluates.
 */
#pragma once

#include "harness/base/error.h"
#include "harness/particles/system.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    TREE_ARITY = 8,   /* boxes in a box of the next level */
    TREE_LEVELS = 7,  /* most levels */
    TREE_ROOTS = 128, /* most boxes of the last level, unless it is the first */
};

/**
 * Centre of a box along each axis, within the periodic box, and half of its width; half is negative
 * for an empty box.
 */
struct tree_box {
    double centre[3], half[3];
};

struct box_tree {
    const struct system *system;
    int leaf;                   /* particles of a leaf */
    double reach;               /* distance beyond which particles do not interact */
    int top;                    /* the last level */
    int64_t boxes[TREE_LEVELS]; /* boxes of each level, … */
    int64_t first[TREE_LEVELS]; /* index of the first box of each level */
    struct tree_box *box;
};

/**
 * Fills `boxes` and `first` for n particles with `leaf` of them in a leaf; returns the last level.
 */
int box_tree_levels(int64_t n, int leaf, int64_t boxes[TREE_LEVELS], int64_t first[TREE_LEVELS]);

/** Returns the number of boxes in all levels of a tree of n particles. */
int64_t box_tree_boxes(int64_t n, int leaf);

/** Makes the tree of a system, which has to outlive it. */
bool box_tree_build(const struct system *system, double cutoff, int leaf, struct box_tree *tree,
                    struct error *error);

void box_tree_free(struct box_tree *tree);

/** Leaves, from `first` on. */
struct leaf_range {
    int64_t first, count;
};

/** Returns the range of `count` leaves from one on, fewer at the end. */
struct leaf_range box_tree_range(const struct box_tree *tree, int64_t first, int64_t count);

/** Returns the particles of leaves. */
int64_t box_tree_particles(const struct box_tree *tree, struct leaf_range leaves);

/** Returns the box around leaves. */
struct tree_box box_tree_bound(const struct box_tree *tree, struct leaf_range leaves);

/**
 * Finds the particles that may interact with one in a box, except those of `own` leaves: fills
 * `found` in their order, unless it is NULL, and returns their number.
 */
int64_t box_tree_find(const struct box_tree *tree, const struct tree_box *box,
                      struct leaf_range own, int32_t *found);

/**
 * Counts the tested pairs: those of particles of each `leaves` consecutive leaves with each other,
 * and with all others in reach of their box. Both directions count.
 */
int64_t box_tree_pairs(const struct box_tree *tree, int leaves);
