/*
 * A bounding volume hierarchy instead of a list: boxes around 16 consecutive particles each
 * (leaves), around 16 leaves each, and so on. Every force call rebuilds them:
 *
 *     for each leaf P, shared out among the threads
 *         for each leaf Q near P, found down the tree, 16 boxes at a time
 *             copy the particles of Q in reach of P side by side, relative to the middle of P
 *         for each particle i of P
 *             for each copy j, LANES at a time
 *                 force[i] += force on i of the pair (i, j)
 *
 * The kernel evaluates the pairs of `tile`, with leaves as patches. If a leaf crosses a face of the
 * periodic box, its particles in the upper half are shifted down by one box length, so that the
 * leaf is contiguous. A leaf wider than twice the cut-off is divided into runs that are narrower.
 *
 * Trees of boxes: M. P. Howard et al., Comput. Phys. Commun. 203, 45 (2016).
 */
#include "strategies/bvh/cpu_bvh.h"
#include "strategies/particle.h"

#pragma push_macro("CPU_KERNEL")
#undef CPU_KERNEL
#define CPU_KERNEL(strategy_name, function)
#include "strategies/tile/tile.c"
#pragma pop_macro("CPU_KERNEL")

#include <math.h>

/** The child boxes of one box, as arrays by component. */
struct boxes {
    REAL centre[3][CPU_BVH_ARITY], half[3][CPU_BVH_ARITY];
};

/** A box, and its reach: another box within this distance is near. */
struct bounds {
    REAL centre[3], half[3], edge[3], reach;
};

static const struct cpu_bvh *tree_of(const struct cpu_arguments *a)
{
    return (const struct cpu_bvh *)a->neighbors;
}

/** Returns CPU_BVH_ARITY boxes of a level; the first is box CPU_BVH_ARITY * `group`. */
static struct boxes *boxes_of(const struct cpu_arguments *a, int level, int64_t group)
{
    return (struct boxes *)outputs(a) + tree_of(a)->first[level] / CPU_BVH_ARITY + group;
}

/** Copies the coordinates of a leaf along an axis, and finds its box. */
static void copy_leaf(const struct cpu_arguments *a, int64_t leaf, int axis)
{
    const REAL edge = (REAL)a->box[axis], far = 4 * edge;
    const REAL *position = (const REAL *)a->position + axis;
    REAL *to = (REAL *)a->scratch + axis * (a->n + LIST_PADDING);
    REAL low = far, high = -far, low_across = far, high_across = -far;
    const int64_t first = tree_of(a)->leaves.start[leaf], end = tree_of(a)->leaves.start[leaf + 1];
    for (int64_t i = first; i < end; i++) {
        const REAL at = position[4 * i], across = at >= edge / 2 ? at - edge : at;
        low = at < low ? at : low;
        high = at > high ? at : high;
        low_across = across < low_across ? across : low_across;
        high_across = across > high_across ? across : high_across;
    }
    /* Shift coordinates only near a face of the box: elsewhere the shift would round them. */
    const REAL wide = high_across - low_across;
    const bool is_across = wide < high - low && wide + (REAL)a->cutoff < edge / 2;
    for (int64_t i = first; i < end; i++) {
        const REAL at = position[4 * i];
        to[i] = is_across && at >= edge / 2 ? at - edge : at;
    }
    struct boxes *boxes = boxes_of(a, 0, leaf / CPU_BVH_ARITY);
    boxes->centre[axis][leaf % CPU_BVH_ARITY] =
        is_across ? (low_across + high_across) / 2 : (low + high) / 2;
    boxes->half[axis][leaf % CPU_BVH_ARITY] = is_across ? wide / 2 : (high - low) / 2;
}

/** Wraps a component of a displacement to the nearest image. */
static inline REAL wrapped(REAL apart, REAL edge)
{
    return apart > edge / 2 ? apart - edge : apart < -edge / 2 ? apart + edge : apart;
}

/** Computes box k of a level, which encloses its child boxes. */
static void bound_boxes(const struct cpu_arguments *a, int level, int64_t k)
{
    const struct boxes *below = boxes_of(a, level - 1, k);
    struct boxes *to = boxes_of(a, level, k / CPU_BVH_ARITY);
    const int64_t left = tree_of(a)->boxes[level - 1] - k * CPU_BVH_ARITY;
    for (int d = 0; d < 3; d++) {
        const REAL from = below->centre[d][0];
        REAL low = 0, high = 0;
        for (int b = 0; b < CPU_BVH_ARITY && b < left; b++) {
            const REAL at = wrapped(below->centre[d][b] - from, (REAL)a->box[d]);
            low = fmin(low, at - below->half[d][b]);
            high = fmax(high, at + below->half[d][b]);
        }
        const REAL centre = from + (low + high) / 2, edge = (REAL)a->box[d];
        to->centre[d][k % CPU_BVH_ARITY] = centre < 0       ? centre + edge
                                           : centre >= edge ? centre - edge
                                                            : centre;
        to->half[d][k % CPU_BVH_ARITY] = (high - low) / 2;
    }
}

/** Builds the tree; called by all threads together. */
static void make_tree(const struct cpu_arguments *a)
{
    const struct cpu_bvh *tree = tree_of(a);
#pragma omp for schedule(static)
    for (int64_t leaf = 0; leaf < tree->boxes[0]; leaf++)
        for (int axis = 0; axis < 3; axis++)
            copy_leaf(a, leaf, axis);
    for (int level = 1; level <= tree->top; level++) {
#pragma omp for schedule(static)
        for (int64_t k = 0; k < tree->boxes[level]; k++)
            bound_boxes(a, level, k);
    }
}

/** Returns the box of a leaf; its coordinates must have been copied. */
static struct bounds bounds_of(const struct cpu_arguments *a, int64_t leaf)
{
    const struct boxes *boxes = boxes_of(a, 0, leaf / CPU_BVH_ARITY);
    struct bounds own = {.reach = (REAL)a->cutoff};
    for (int d = 0; d < 3; d++) {
        own.centre[d] = boxes->centre[d][leaf % CPU_BVH_ARITY];
        own.half[d] = boxes->half[d][leaf % CPU_BVH_ARITY];
        own.edge[d] = (REAL)a->box[d];
        own.reach = fmax(own.reach, (REAL)(a->cutoff + 4e-6 * a->box[d])); /* margin for rounding */
    }
    return own;
}

/** Returns a bit for each child box that is near `own`. */
static unsigned near_boxes(const struct boxes *boxes, const struct bounds *own, int64_t count)
{
    int32_t near[CPU_BVH_ARITY] __attribute__((aligned(64)));
    unsigned bits = 0;
#pragma omp simd
    for (int k = 0; k < CPU_BVH_ARITY; k++) {
        REAL sum = 0;
        for (int d = 0; d < 3; d++) {
            REAL apart = boxes->centre[d][k] - own->centre[d];
            apart = apart < 0 ? -apart : apart;
            REAL across = apart - own->edge[d];
            across = across < 0 ? -across : across;
            apart = across < apart ? across : apart;
            apart -= boxes->half[d][k] + own->half[d];
            apart = apart > 0 ? apart : 0;
            sum += apart * apart;
        }
        near[k] = sum < own->reach * own->reach;
    }
    for (int k = 0; k < CPU_BVH_ARITY && k < count; k++)
        bits |= (unsigned)near[k] << k;
    return bits;
}

/** Adds one image of a leaf to the partners. */
INLINE void add_image(const struct cpu_arguments *a, const MODEL_STRUCT *c, struct own *own,
                      struct partners *partners, int64_t leaf, const int8_t image[3], bool energy)
{
    const struct window w = window_of(a, own, image);
    int64_t first = tree_of(a)->leaves.start[leaf], last = tree_of(a)->leaves.start[leaf + 1];
    while (first < last) {
        first += append_in_range(a, &w, first, last - first, partners);
        if (partners->count == PARTNERS_MOST)
            add_all(a, c, own, partners, false, false, energy);
    }
}

/** The images of a leaf along one axis that are near another leaf. */
struct near_images {
    int count;
    int8_t image[5];
    REAL gap2[5]; /* smallest squared distance along the axis */
};

static struct near_images near_images(const struct boxes *boxes, int k, int axis,
                                      const struct bounds *own)
{
    struct near_images near = {0};
    for (int image = -2; image <= 2; image++) {
        const REAL at = boxes->centre[axis][k] + image * own->edge[axis];
        const REAL halves = boxes->half[axis][k] + own->half[axis];
        const REAL gap = fmax(fabs(at - own->centre[axis]) - halves, 0);
        if (gap >= own->reach)
            continue;
        near.image[near.count] = (int8_t)image;
        near.gap2[near.count++] = gap * gap;
    }
    return near;
}

/** Adds all near images of a leaf to the partners, except the unshifted image of the own leaf. */
INLINE void add_leaf(const struct cpu_arguments *a, const MODEL_STRUCT *c, const struct bounds *box,
                     struct own *own, struct partners *partners, int64_t own_leaf, int64_t leaf,
                     bool energy)
{
    const struct boxes *boxes = boxes_of(a, 0, leaf / CPU_BVH_ARITY);
    struct near_images along[3];
    for (int d = 0; d < 3; d++)
        along[d] = near_images(boxes, (int)(leaf % CPU_BVH_ARITY), d, box);
    for (int x = 0; x < along[0].count; x++) {
        for (int y = 0; y < along[1].count; y++) {
            for (int z = 0; z < along[2].count; z++) {
                const int8_t image[3] = {along[0].image[x], along[1].image[y], along[2].image[z]};
                const bool self =
                    leaf == own_leaf && image[0] == 0 && image[1] == 0 && image[2] == 0;
                const REAL gap2 = along[0].gap2[x] + along[1].gap2[y] + along[2].gap2[z];
                if (!self && gap2 < box->reach * box->reach)
                    add_image(a, c, own, partners, leaf, image, energy);
            }
        }
    }
}

/**
 * Adds the in-range pairs of own particles with other leaves and with periodic images of the own
 * leaf.
 */
INLINE void add_near(const struct cpu_arguments *a, const MODEL_STRUCT *c, struct own *own,
                     struct partners *partners, int64_t leaf, bool energy)
{
    struct {
        int level;
        int64_t group;
    } open[CPU_BVH_LEVELS * CPU_BVH_ARITY];
    const struct bounds box = bounds_of(a, leaf);
    int count = 1;
    open[0].level = tree_of(a)->top > 0 ? tree_of(a)->top - 1 : 0;
    open[0].group = 0;
    while (count > 0) {
        const int level = open[--count].level;
        const int64_t group = open[count].group;
        const int64_t left = tree_of(a)->boxes[level] - group * CPU_BVH_ARITY;
        unsigned near = near_boxes(boxes_of(a, level, group), &box, left);
        for (; near != 0; near &= near - 1) {
            const int64_t k = group * CPU_BVH_ARITY + __builtin_ctz(near);
            if (level == 0) {
                add_leaf(a, c, &box, own, partners, leaf, k, energy);
            } else {
                open[count].level = level - 1;
                open[count++].group = k;
            }
        }
    }
    add_all(a, c, own, partners, false, false, energy);
}

/**
 * Returns the end of a run of particles that spans at most twice the cut-off along each axis. In a
 * wider leaf, coordinates relative to its middle would be rounded.
 */
static int64_t end_of_run(const struct cpu_arguments *a, int64_t first, int64_t end)
{
    const REAL most = (REAL)(2 * a->cutoff);
    int64_t last = end;
    for (int d = 0; d < 3; d++) {
        const REAL *at = ordered(a, d);
        REAL low = at[first], high = at[first];
        for (int64_t i = first + 1; i < last; i++) {
            low = at[i] < low ? at[i] : low;
            high = at[i] > high ? at[i] : high;
            if (high - low > most)
                last = i;
        }
    }
    return last;
}

INLINE void bvh(const struct cpu_arguments *a, bool energy)
{
    const MODEL_STRUCT c = model_constants(a);
    struct own own;
    struct partners partners = {.far = 2 * (REAL)(a->box[0] + a->box[1] + a->box[2] + a->cutoff)};
    make_tree(a);
#pragma omp for schedule(static)
    for (int64_t leaf = 0; leaf < tree_of(a)->boxes[0]; leaf++) {
        const int64_t end = tree_of(a)->leaves.start[leaf + 1];
        for (int64_t first = tree_of(a)->leaves.start[leaf]; first < end; first += own.count) {
            own_load(a, first, (int)(end_of_run(a, first, end) - first), &own);
            add_self(a, &c, leaf, &own, &partners, energy);
            add_near(a, &c, &own, &partners, leaf, energy);
            own_store(a, &own);
        }
    }
}

CPU_KERNEL(bvh, bvh)
