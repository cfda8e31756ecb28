/*
 * Image of the periodic box for one particle. Along each axis partners above `cut`, half a box away
 * from the particle, are shifted down by one box. The particle is also shifted if it lies in the
 * upper half. Differences of such coordinates then belong to the nearest images, and each is
 * rounded only once: subtracting the box length from a coordinate close to it is exact. Wrapping
 * the difference of two positions would instead round it to the spacing of floating-point numbers
 * near the box length.
 */
#ifndef PAIRLANES_STRATEGIES_BOX_FRAME_H
#define PAIRLANES_STRATEGIES_BOX_FRAME_H

#include "strategies/cpu.h"

/** Bits of the axes along which partners may lie across a face of the box. */
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

/** Sets the frame along one axis; returns true if the range extends across a face of the box. */
static inline bool frame_axis(REAL at, REAL box, REAL range, REAL *seen, REAL *cut)
{
    bool upper = at >= box / 2;
    bool reaches = upper ? at > box - range : at < range;
    *seen = upper && reaches ? at - box : at;
    /* a cut of 2 * box: nothing is shifted */
    *cut = reaches ? (upper ? at - box / 2 : at + box / 2) : 2 * box;
    return reaches;
}

/** Returns the frame of particle i; valid for partners within the range of the list. */
static inline struct box_frame frame_of(const struct cpu_arguments *a, int64_t i)
{
    const REAL *at = (const REAL *)a->position + 4 * i;
    struct box_frame v = {
        .box_x = (REAL)a->box[0], .box_y = (REAL)a->box[1], .box_z = (REAL)a->box[2]};
    REAL range = (REAL)(1.001 * a->range); /* the factor covers rounding errors */
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
 * Returns one component of the displacement from one particle to the nearest image of another. Both
 * coordinates are in the box; the distance may exceed the range of the list. The box length is
 * subtracted from the larger coordinate, which is exact.
 */
INLINE REAL nearest_along(REAL from, REAL to, REAL box)
{
    REAL apart = to - from;
    return (apart > box / 2 ? to - box : to) - (apart < -box / 2 ? from - box : from);
}

/**
 * Components of the displacement to a partner. `axes` is a constant that contains v->across, so
 * that the compiler drops the test for all other axes.
 */
#define FRAME_X(v, at, axes) frame_along((v)->x, (v)->cut_x, (v)->box_x, at, ((axes)&ACROSS_X) != 0)
#define FRAME_Y(v, at, axes) frame_along((v)->y, (v)->cut_y, (v)->box_y, at, ((axes)&ACROSS_Y) != 0)
#define FRAME_Z(v, at, axes) frame_along((v)->z, (v)->cut_z, (v)->box_z, at, ((axes)&ACROSS_Z) != 0)

/** Computes the displacement to the nearest image of particle j. */
INLINE struct displacement displacement_to(const struct cpu_arguments *a,
                                           const struct box_frame *frame, int64_t j, int axes)
{
    /*
     * Indexes arrays: with a pointer to the element, gcc uses no gather instructions, and `vertex`
     * takes three times as long.
     */
    const REAL *position = (const REAL *)a->position;
    struct displacement d = {FRAME_X(frame, position[4 * j], axes),
                             FRAME_Y(frame, position[4 * j + 1], axes),
                             FRAME_Z(frame, position[4 * j + 2], axes)};
    return d;
}

#endif
