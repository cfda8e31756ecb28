/* The sticky term of two SSD waters. */
#ifndef PAIRLANES_MODELS_BRAHMS_STICKY_H
#define PAIRLANES_MODELS_BRAHMS_STICKY_H

#include "models/brahms/bead.h"

/**
 * Returns the switch s(r) from r_L (`from`) to r_U (`to`), and sets its slope. Counts branch `full`
 * below r_L, and `within` between the two.
 */
MODEL_FUNCTION real brahms_switch(real r, real from, real to, enum brahms_branch full,
                                  enum brahms_branch within, real *slope, struct pair_force *f)
{
    real width = to - from, left = to - r;
    *slope = 0;
    if (r < from) {
        BRANCH(f, full);
        return 1;
    }
    if (r >= to)
        return 0;
    BRANCH(f, within);
    real per_width3 = 1 / (width * width * width);
    *slope = -6 * left * (r - from) * per_width3;
    return left * left * (to + 2 * r - 3 * from) * per_width3;
}

/**
 * Computes w and w' for the direction u to the other body, in the body's frame. Returns the
 * gradient of near * w + far * w' with respect to u.
 */
MODEL_FUNCTION struct vector brahms_sides(const struct brahms_constants *c, struct vector u,
                                          real near, real far, real *w, real *w_far)
{
    real above = u.z - (real)0.6, below = u.z + (real)0.8, flat = u.x * u.x - u.y * u.y;
    *w = 2 * flat * u.z;
    *w_far = above * above * below * below - c->w0;
    return vector(near * 4 * u.x * u.z, near * -4 * u.y * u.z,
                  near * 2 * flat + far * 2 * above * below * (2 * u.z + (real)0.2));
}

/** Rotates a vector from the space frame to the body's frame; brahms_to_space rotates it back. */
MODEL_FUNCTION struct vector brahms_to_body(const struct axes *a, struct vector v)
{
    return vector(dot(a->a1, v), dot(a->a2, v), dot(a->a3, v));
}

MODEL_FUNCTION struct vector brahms_to_space(const struct axes *a, struct vector v)
{
    return plus(plus(times(v.x, a->a1), times(v.y, a->a2)), times(v.z, a->a3));
}

/** Adds the sticky term of two SSD waters; returns the force on q. */
MODEL_FUNCTION struct vector brahms_sticky(const struct brahms_constants *c,
                                           const struct brahms_body *p, const struct brahms_body *q,
                                           struct vector r, real per_r, struct pair_force *f)
{
    struct vector n = times(per_r, r);
    real distance = 1 / per_r, near_slope, far_slope, w_p, w_q, far_p, far_q;
    real near = c->strength * brahms_switch(distance, c->near, c->near_end, BRAHMS_NEAR_FULL,
                                            BRAHMS_NEAR_SWITCH, &near_slope, f);
    real far = c->strength * brahms_switch(distance, c->far, c->far_end, BRAHMS_FAR_FULL,
                                           BRAHMS_FAR_SWITCH, &far_slope, f);
    struct vector u_p = brahms_to_body(&p->axes, n);
    struct vector u_q = brahms_to_body(&q->axes, times(-1, n));
    struct vector on_p = brahms_sides(c, u_p, near, far, &w_p, &far_p);
    struct vector on_q = brahms_sides(c, u_q, near, far, &w_q, &far_q);
    /*
     * computed in the space frame, so that torques and forces balance even if rounding has
     * stretched the axes
     */
    struct vector of_p = brahms_to_space(&p->axes, on_p);
    f->torque = plus(f->torque, cross(n, of_p));
    ADD_ENERGY(f, BRAHMS_TERM_STICKY, near * (w_p + w_q) + far * (far_p + far_q));
    struct vector g = minus(of_p, brahms_to_space(&q->axes, on_q));
    real radial = c->strength * (near_slope * (w_p + w_q) + far_slope * (far_p + far_q));
    struct vector across = plus_times(g, -dot(g, n), n);
    return minus(times(-radial, n), times(per_r, across));
}

#endif
