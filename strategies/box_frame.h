/*
 * Image of the periodic box for one particle. Along each axis partners above `cut`, half a box away
 * from the particle, are shifted down by one box, and so is the particle if it lies in the upper
 * half. Every difference is then that of the nearest images, and none is rounded twice: subtracting
 * the box from numbers near it is exact, while wrapping the difference of two positions would round
 * it to the spacing of numbers of the size of the box.
 */
#ifndef PAIRLANES_STRATEGIES_BOX_FRAME_H
#define PAIRLANES_STRATEGIES_BOX_FRAME_H

#include "strategies/cpu.h"

/** Axes along which partners may lie across a face of the box; a set. */
enum { ACROSS_NONE = 0, ACROSS_X = 1, ACROSS_Y = 2, ACROSS_Z = 4, ACROSS_ALL = 7 };

struct box_frame {
    REAL x, y, z; /* position of the particle, shifted down by one box if it is in the upper half */
    REAL cut_x, cut_y, cut_z;
    REAL box_x, box_y, box_z;
    int across; /* axes along which a partner in range may be shifted */
};

/** The vector from one particle to another. */
struct displacement {
    REAL x, y, z;
};

/** Sets the frame along an axis; returns whether partners across a face are in range. */
static inline bool frame_axis(REAL at, REAL box, REAL range, REAL *seen, REAL *cut)
{
    bool upper = at >= box / 2;
    bool reaches = upper ? at > box - range : at < range;
    *seen = upper && reaches ? at - box : at;
    *cut = reaches ? (upper ? at - box / 2 : at + box / 2) : 2 * box; /* no particle is above */
    return reaches;
}

/** Returns the frame of particle i, for everything within the range of the list. */
static inline struct box_frame frame_of(const struct cpu_arguments *a, int64_t i)
{
    const REAL *at = (const REAL *)a->position + 4 * i;
    struct box_frame v = {
        .box_x = (REAL)a->box[0], .box_y = (REAL)a->box[1], .box_z = (REAL)a->box[2]};
    REAL range = (REAL)(1.001 * a->range); /* margin, so that rounding never misses a face */
    v.across = (frame_axis(at[0], v.box_x, range, &v.x, &v.cut_x) ? ACROSS_X : 0) |
               (frame_axis(at[1], v.box_y, range, &v.y, &v.cut_y) ? ACROSS_Y : 0) |
               (frame_axis(at[2], v.box_z, range, &v.z, &v.cut_z) ? ACROSS_Z : 0);
    return v;
}

/** Returns one component of the displacement to a partner at `x`. */
INLINE REAL frame_along(REAL seen, REAL cut, REAL box, REAL x, bool across)
{
    if (across)
        x -= x > cut ? box : 0;
    return x - seen;
}

/**
 * Returns one component of the displacement from one particle to the nearest image of another, for
 * coordinates in the box and particles that may be farther apart than the range of the list. As
 * above, the box is subtracted from the coordinate near the far face.
 */
INLINE REAL nearest_along(REAL from, REAL to, REAL box)
{
    REAL apart = to - from;
    return (apart > box / 2 ? to - box : to) - (apart < -box / 2 ? from - box : from);
}

/** The components; `axes` is a constant that holds v->across, so that other axes cost nothing. */
#define FRAME_X(v, at, axes) frame_along((v)->x, (v)->cut_x, (v)->box_x, at, ((axes)&ACROSS_X) != 0)
#define FRAME_Y(v, at, axes) frame_along((v)->y, (v)->cut_y, (v)->box_y, at, ((axes)&ACROSS_Y) != 0)
#define FRAME_Z(v, at, axes) frame_along((v)->z, (v)->cut_z, (v)->box_z, at, ((axes)&ACROSS_Z) != 0)

/** Computes the displacement to the nearest image of particle j. */
INLINE struct displacement displacement_to(const struct cpu_arguments *a,
                                           const struct box_frame *frame, int64_t j, int axes)
{
    /*
     * gcc makes vector gathers only of loads with an array index, not through a pointer: without
     * them `vertex` takes three times as long
     */
    const REAL *position = (const REAL *)a->position;
    struct displacement d = {FRAME_X(frame, position[4 * j], axes),
                             FRAME_Y(frame, position[4 * j + 1], axes),
                             FRAME_Z(frame, position[4 * j + 2], axes)};
    return d;
}

#endif
