#include "harness/particles/box_tree.h"

#include "harness/base/memory.h"

#include <math.h>
#include <stdlib.h>

static int64_t up(int64_t number, int64_t divisor)
{
    return (number + divisor - 1) / divisor;
}

int box_tree_levels(int64_t n, int leaf, int64_t boxes[TREE_LEVELS], int64_t first[TREE_LEVELS])
{
    int top = 0;
    boxes[0] = up(n, leaf);
    first[0] = 0;
    while (top + 1 < TREE_LEVELS && (top == 0 || boxes[top] > TREE_ROOTS)) {
        boxes[top + 1] = up(boxes[top], TREE_ARITY);
        first[top + 1] = first[top] + boxes[top];
        top++;
    }
    return top;
}

int64_t box_tree_boxes(int64_t n, int leaf)
{
    int64_t boxes[TREE_LEVELS], first[TREE_LEVELS];
    const int top = box_tree_levels(n, leaf, boxes, first);
    return first[top] + boxes[top];
}

/* Returns the smallest box around `count` boxes; an empty box for none. */
static struct tree_box join(const struct tree_box *box, int64_t count, const double edge[3])
{
    struct tree_box all = {.half = {-1, -1, -1}};
    for (int d = 0; d < 3; d++) {
        double low = INFINITY, high = -INFINITY, from = NAN;
        for (int64_t k = 0; k < count; k++) {
            if (box[k].half[d] < 0)
                continue;
            if (isnan(from))
                from = box[k].centre[d];
            double at = system_nearest(box[k].centre[d] - from, edge[d]);
            low = fmin(low, at - box[k].half[d]);
            high = fmax(high, at + box[k].half[d]);
        }
        if (isnan(from))
            continue;
        all.centre[d] = system_wrap(from + (low + high) / 2, edge[d]);
        all.half[d] = (high - low) / 2;
    }
    return all;
}

struct leaf_range box_tree_range(const struct box_tree *tree, int64_t first, int64_t count)
{
    const int64_t left = tree->boxes[0] - first;
    return (struct leaf_range){first, left < count ? left : count};
}

int64_t box_tree_particles(const struct box_tree *tree, struct leaf_range leaves)
{
    const int64_t left = tree->system->n - leaves.first * tree->leaf;
    return left < leaves.count * tree->leaf ? left : leaves.count * tree->leaf;
}

/* Returns the number of particles in a leaf. */
static int64_t particles_of(const struct box_tree *tree, int64_t leaf)
{
    return box_tree_particles(tree, (struct leaf_range){leaf, 1});
}

static struct tree_box bound_leaf(const struct box_tree *tree, int64_t leaf)
{
    const struct system *system = tree->system;
    struct tree_box all = {.half = {-1, -1, -1}};
    for (int64_t i = leaf * tree->leaf; i < leaf * tree->leaf + particles_of(tree, leaf); i++) {
        const struct tree_box two[2] = {all,
                                        {.centre = {system->x[i], system->y[i], system->z[i]}}};
        all = join(two, 2, system->box);
    }
    return all;
}

bool box_tree_build(const struct system *system, double cutoff, int leaf, struct box_tree *tree,
                    struct error *error)
{
    const double *edge = system->box;
    *tree = (struct box_tree){.system = system, .leaf = leaf};
    tree->reach = cutoff + 4e-6 * fmax(edge[0], fmax(edge[1], edge[2]));
    tree->top = box_tree_levels(system->n, leaf, tree->boxes, tree->first);
    tree->box = memory_allocate(box_tree_boxes(system->n, leaf), sizeof *tree->box, "boxes", error);
    if (tree->box == NULL)
        return false;
    for (int64_t k = 0; k < tree->boxes[0]; k++)
        tree->box[k] = bound_leaf(tree, k);
    for (int level = 1; level <= tree->top; level++) {
        for (int64_t k = 0; k < tree->boxes[level]; k++) {
            int64_t left = tree->boxes[level - 1] - k * TREE_ARITY;
            tree->box[tree->first[level] + k] =
                join(tree->box + tree->first[level - 1] + k * TREE_ARITY,
                     left < TREE_ARITY ? left : TREE_ARITY, edge);
        }
    }
    return true;
}

void box_tree_free(struct box_tree *tree)
{
    free(tree->box);
    *tree = (struct box_tree){0};
}

/*
 * Returns the gap along an axis between two boxes with the centres `one` and `two`. `halves` is
 * half the sum of their widths.
 */
static double gap(double one, double two, double halves, double edge)
{
    double apart = fabs(one - two);
    return fmax(fmin(apart, edge - apart) - halves, 0);
}

static bool are_near(const struct box_tree *tree, const struct tree_box *one,
                     const struct tree_box *two)
{
    double sum = 0;
    for (int d = 0; d < 3; d++) {
        double apart =
            gap(one->centre[d], two->centre[d], one->half[d] + two->half[d], tree->system->box[d]);
        sum += apart * apart;
    }
    return sum < tree->reach * tree->reach;
}

struct tree_box box_tree_bound(const struct box_tree *tree, struct leaf_range leaves)
{
    return join(tree->box + leaves.first, leaves.count, tree->system->box);
}

/** A search and its current result. */
struct search {
    const struct box_tree *tree;
    const struct tree_box *box;
    struct leaf_range own;
    int32_t *found;
    int64_t count;
};

static void look_at(struct search *search, int level, int64_t index)
{
    const struct box_tree *tree = search->tree;
    const struct system *system = tree->system;
    bool own =
        level == 0 && index >= search->own.first && index < search->own.first + search->own.count;
    if (own || !are_near(tree, search->box, &tree->box[tree->first[level] + index]))
        return;
    if (level > 0) {
        int64_t end = (index + 1) * TREE_ARITY;
        for (int64_t k = index * TREE_ARITY; k < end && k < tree->boxes[level - 1]; k++)
            look_at(search, level - 1, k);
        return;
    }
    for (int64_t i = index * tree->leaf; i < index * tree->leaf + particles_of(tree, index); i++) {
        const struct tree_box at = {.centre = {system->x[i], system->y[i], system->z[i]}};
        if (!are_near(tree, search->box, &at))
            continue;
        if (search->found != NULL)
            search->found[search->count] = (int32_t)i;
        search->count++;
    }
}

int64_t box_tree_find(const struct box_tree *tree, const struct tree_box *box,
                      struct leaf_range own, int32_t *found)
{
    struct search search = {tree, box, own, found, 0};
    for (int64_t k = 0; k < tree->boxes[tree->top]; k++)
        look_at(&search, tree->top, k);
    return search.count;
}

int64_t box_tree_pairs(const struct box_tree *tree, int leaves)
{
    int64_t pairs = 0;
#pragma omp parallel for reduction(+ : pairs) schedule(dynamic, 64)
    for (int64_t leaf = 0; leaf < tree->boxes[0]; leaf += leaves) {
        const struct leaf_range own = box_tree_range(tree, leaf, leaves);
        const int64_t mine = box_tree_particles(tree, own);
        const struct tree_box box = box_tree_bound(tree, own);
        pairs += mine * (mine - 1 + box_tree_find(tree, &box, own, NULL));
    }
    return pairs;
}
