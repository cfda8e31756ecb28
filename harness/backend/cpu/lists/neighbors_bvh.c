/*
 * Data of the CPU kernel of `bvh`: memory for the boxes of its tree, which each force call builds
 * again. The numbers of leaves and particles never change.
 */
#include "harness/backend/cpu/lists/cpu_neighbors.h"
#include "harness/base/memory.h"
#include "harness/particles/box_tree.h"
#include "strategies/bvh/cpu_bvh.h"

#include <stdlib.h>

struct kept {
    struct cpu_bvh tree;
    int64_t *start;
    int32_t *particle;
    int64_t n, pairs;
};

static int64_t up(int64_t number, int64_t divisor)
{
    return (number + divisor - 1) / divisor;
}

/* Computes the layout of the tree of n particles; returns the number of boxes to allocate. */
static int64_t lay_out(int64_t n, struct cpu_bvh *tree)
{
    int64_t room = 0, boxes = up(n, CPU_BVH_LEAF);
    tree->top = 0;
    for (int level = 0; level < CPU_BVH_LEVELS; level++) {
        tree->boxes[level] = boxes;
        tree->first[level] = room;
        tree->top = level;
        room += up(boxes, CPU_BVH_ARITY) * CPU_BVH_ARITY;
        if (boxes == 1)
            break;
        boxes = up(boxes, CPU_BVH_ARITY);
    }
    return room;
}

static int64_t room_of(const struct cpu_bvh *tree)
{
    return tree->first[tree->top] + CPU_BVH_ARITY;
}

/* Returns the vectors of four numbers that hold this many boxes. */
static int64_t vectors_of(int64_t boxes)
{
    return up(boxes * CPU_BVH_SIDES, 4);
}

static void free_kept(void *context)
{
    struct kept *kept = context;
    free(kept->start);
    free(kept->particle);
    *kept = (struct kept){0};
}

static bool count_pairs(const struct cpu_neighbor_source *source, struct kept *kept,
                        struct error *error)
{
    struct box_tree tree;
    if (!box_tree_build(source->system, source->cutoff, CPU_BVH_LEAF, &tree, error))
        return false;
    kept->pairs = box_tree_pairs(&tree, 1);
    box_tree_free(&tree);
    return true;
}

static bool number(const struct cpu_neighbor_source *source, struct kept *kept, struct error *error)
{
    const int64_t n = source->system->n, leaves = up(n, CPU_BVH_LEAF);
    free_kept(kept);
    kept->n = n;
    kept->start = memory_allocate(leaves + 1, sizeof *kept->start, "leaves", error);
    kept->particle = memory_allocate(n, sizeof *kept->particle, "particles of leaves", error);
    if (kept->start == NULL || kept->particle == NULL || !count_pairs(source, kept, error)) {
        free_kept(kept);
        return false;
    }
    for (int64_t leaf = 0; leaf <= leaves; leaf++)
        kept->start[leaf] = leaf < leaves ? leaf * CPU_BVH_LEAF : n;
    for (int64_t i = 0; i < n; i++)
        kept->particle[i] = (int32_t)i;
    lay_out(n, &kept->tree);
    kept->tree.leaves =
        (struct cpu_patches){.patches = leaves, .start = kept->start, .particle = kept->particle};
    return true;
}

static bool build(const struct cpu_neighbor_source *source, void *context,
                  struct cpu_neighbor_built *built, struct error *error)
{
    struct kept *kept = context;
    if ((kept->start == NULL || kept->n != source->system->n) && !number(source, kept, error))
        return false;
    *built = (struct cpu_neighbor_built){
        .arguments = &kept->tree,
        .pairs_listed = kept->pairs,
        .list_bytes = kept->n * (int64_t)sizeof *kept->particle +
                      (kept->tree.boxes[0] + 1) * (int64_t)sizeof *kept->start,
        .outputs = vectors_of(room_of(&kept->tree)),
    };
    return true;
}

static struct cpu_neighbor_estimate estimate(const struct cpu_neighbor_source *source)
{
    struct cpu_bvh tree;
    struct cpu_neighbor_estimate need = {0};
    const double n = (double)source->system->n;
    need.outputs = (double)vectors_of(lay_out(source->system->n, &tree));
    footprint_keep(&need.memory,
                   n * sizeof(int32_t) + (double)(tree.boxes[0] + 1) * sizeof(int64_t));
    footprint_use(&need.memory, (double)box_tree_boxes(source->system->n, CPU_BVH_LEAF) *
                                    sizeof(struct tree_box));
    return need;
}

const struct cpu_neighbor_structure cpu_neighbors_bvh = {
    .size = sizeof(struct kept),
    .build = build,
    .estimate = estimate,
    .free = free_kept,
};
