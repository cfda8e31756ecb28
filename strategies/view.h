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

enum { ACROSS_X = 1, ACROSS_Y = 2, ACROSS_Z = 4, ACROSS_ALL = 7 };

struct view {
    REAL x, y, z;
    REAL cut_x, cut_y, cut_z;
    REAL box_x, box_y, box_z;
    int across; /* the axes along which a partner in range may be taken lower: ACROSS_… */
};

/** Sets what is seen along an axis; returns whether partners across a face are in range. */
static inline bool view_axis(REAL at, REAL box, REAL range, REAL *seen, REAL *cut)
{
    bool upper = at >= box / 2;
    bool reaches = upper ? at > box - range : at < range;
    *seen = upper && reaches ? at - box : at;
    *cut = reaches ? (upper ? at - box / 2 : at + box / 2) : 2 * box; /* nothing lies there */
    return reaches;
}

/** What particle i sees of everything within the list's range. */
static inline struct view view_from(const struct cpu_arguments *a, int64_t i)
{
    const REAL *at = (const REAL *)a->position + 4 * i;
    struct view v = {.box_x = (REAL)a->box[0], .box_y = (REAL)a->box[1], .box_z = (REAL)a->box[2]};
    REAL range = (REAL)(1.001 * a->range); /* no rounding may leave a face out of reach */
    v.across = (view_axis(at[0], v.box_x, range, &v.x, &v.cut_x) ? ACROSS_X : 0) |
               (view_axis(at[1], v.box_y, range, &v.y, &v.cut_y) ? ACROSS_Y : 0) |
               (view_axis(at[2], v.box_z, range, &v.z, &v.cut_z) ? ACROSS_Z : 0);
    return v;
}

/** One component of the vector to a partner at `x`. */
INLINE REAL view_along(REAL seen, REAL cut, REAL box, REAL x, bool across)
{
    if (across)
        x -= x > cut ? box : 0;
    return x - seen;
}

/** The components; `axes` is a constant that holds v.across, so that other axes cost nothing. */
#define VIEW_X(v, at, axes) view_along((v)->x, (v)->cut_x, (v)->box_x, at, ((axes)&ACROSS_X) != 0)
#define VIEW_Y(v, at, axes) view_along((v)->y, (v)->cut_y, (v)->box_y, at, ((axes)&ACROSS_Y) != 0)
#define VIEW_Z(v, at, axes) view_along((v)->z, (v)->cut_z, (v)->box_z, at, ((axes)&ACROSS_Z) != 0)

#endif
