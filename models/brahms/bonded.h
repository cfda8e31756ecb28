/* Bonded terms of lipids: bonds, angles and dipole angles. */
#ifndef PAIRLANES_MODELS_BRAHMS_BONDED_H
#define PAIRLANES_MODELS_BRAHMS_BONDED_H

#include "models/brahms/bead.h"

/**
 * Computes the term of an angle at the second of three beads. `target` is cos theta0; u and v are
 * the vectors from the second bead to the first and the third.
 */
MODEL_FUNCTION void brahms_angle(struct vector u, struct vector v, real target,
                                 struct bonded_force *f)
{
    const real stiffness = (real)3.585;
    real per_u = reciprocal_sqrt(dot(u, u)), per_v = reciprocal_sqrt(dot(v, v));
    u = times(per_u, u);
    v = times(per_v, v);
    real cosine = dot(u, v), slope = 2 * stiffness * (cosine - target);
    f->force[0] = times(-slope * per_u, plus_times(v, -cosine, u));
    f->force[2] = times(-slope * per_v, plus_times(u, -cosine, v));
    f->force[1] = times(-1, plus(f->force[0], f->force[2]));
    ADD_ENERGY(f, BRAHMS_TERM_ANGLE, stiffness * (cosine - target) * (cosine - target));
}

/**
 * Computes the term of a dipole angle: between a bead's dipole, along `axis`, and the vector r to
 * another bead. `target` is the cosine of the rest angle.
 */
MODEL_FUNCTION void brahms_dipole_angle(struct vector axis, struct vector r, real target,
                                        struct bonded_force *f)
{
    const real stiffness = (real)1.195;
    real per_r = reciprocal_sqrt(dot(r, r));
    struct vector d = times(per_r, r);
    real cosine = dot(axis, d), slope = 2 * stiffness * (cosine - target);
    f->force[1] = times(-slope * per_r, plus_times(axis, -cosine, d));
    f->force[0] = times(-1, f->force[1]);
    f->torque[0] = times(slope, cross(d, axis));
    ADD_ENERGY(f, BRAHMS_TERM_DIPOLE, stiffness * (cosine - target) * (cosine - target));
}

/** Fills f, the forces and energy of a bonded term; the caller zeroes f. */
MODEL_FUNCTION void brahms_bonded(const struct brahms_constants *c, int kind,
                                  const struct brahms_body *body, const struct vector *r,
                                  struct bonded_force *f)
{
    if (kind == BRAHMS_BOND) {
        const real stiffness = (real)1.506;
        real distance = sqrt(dot(r[0], r[0]));
        real stretch = distance - c->bond[body[0].type * BRAHMS_TYPES + body[1].type];
        f->force[0] = times(2 * stiffness * stretch / distance, r[0]);
        f->force[1] = times(-1, f->force[0]);
        ADD_ENERGY(f, BRAHMS_TERM_BOND, stiffness * stretch * stretch);
    } else if (kind == BRAHMS_DIPOLE) {
        brahms_dipole_angle(body[0].axes.a3, r[0], 1, f);
    } else {
        real target = kind == BRAHMS_ANGLE_115   ? (real)-0.42261826174069943619 /* cos 115 */
                      : kind == BRAHMS_ANGLE_90  ? (real)0
                      : kind == BRAHMS_ANGLE_180 ? (real)-1
                                                 : (real)-0.5; /* cos 120 */
        brahms_angle(times(-1, r[0]), r[1], target, f);
    }
}

#endif
