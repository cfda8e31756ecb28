/*
 * The periodic box as one particle sees it. Along each axis the partners above `cut`, half a box
 * away from the particle, are taken one box lower, and the particle is too if it lies in the upper
 * half: every difference is then that of the nearest images, and subtracting the box from numbers
 * near it is exact. A sum that wraps the difference of two positions would round it to the spacing
 * of numbers as large as the box.
 */
#ifndef PAIRLANES_STRATEGIES_VIEW_H
#define PAIRLANES_STRATEGIES_VIEW_H

#include "strategies/cpu.h"

#include <math.h>

struct view {
    real x, y, z;
    real cut_x, cut_y, cut_z;
    real box_x, box_y, box_z;
    bool across; /* whether any partner in range may be taken lower */
};

static inline void view_axis(real at, real box, real range, real *seen, real *cut, bool *across)
{
    bool upper = at >= box / 2;
    bool reaches = upper ? at > box - range : at < range;
    *seen = upper && reaches ? at - box : at;
    *cut = reaches ? (upper ? at - box / 2 : at + box / 2) : (real)INFINITY;
    *across = *across || reaches;
}

/** What particle i sees of everything within the list's range. */
static inline struct view view_from(const struct cpu_arguments *a, int64_t i)
{
    const real *position = a->position;
    struct view v = {.box_x = (real)a->box[0], .box_y = (real)a->box[1], .box_z = (real)a->box[2]};
    real range = (real)(1.001 * a->range); /* no rounding may leave a face out of reach */
    view_axis(position[4 * i], v.box_x, range, &v.x, &v.cut_x, &v.across);
    view_axis(position[4 * i + 1], v.box_y, range, &v.y, &v.cut_y, &v.across);
    view_axis(position[4 * i + 2], v.box_z, range, &v.z, &v.cut_z, &v.across);
    return v;
}

/** One component of the vector to a partner at `x`; `across` is constant: v.across or true. */
INLINE real view_along(real seen, real cut, real box, real x, bool across)
{
    if (across)
        x -= x > cut ? box : 0;
    return x - seen;
}

#define VIEW_X(v, at, across) view_along((v)->x, (v)->cut_x, (v)->box_x, at, across)
#define VIEW_Y(v, at, across) view_along((v)->y, (v)->cut_y, (v)->box_y, at, across)
#define VIEW_Z(v, at, across) view_along((v)->z, (v)->cut_z, (v)->box_z, at, across)

#endif
