/*
 * Angles theta at the second of three members.
 *
 *   ANGLE_HARMONIC        K (theta - theta0)^2                              row K, theta0 (radians)
 *                         LAMMPS angle harmonic: K, theta0; GROMACS angle 1: K = k / 2
 *   ANGLE_COSINE          K (1 + cos theta)                                 row K
 *                         LAMMPS angle cosine: K
 *   ANGLE_COSINE_SQUARED  K (cos theta - cos theta0)^2                      row K, cos theta0
 *                         LAMMPS angle cosine/squared: K; GROMACS angle 2 (G96): K = k / 2
 *   ANGLE_UREY_BRADLEY    K (theta - theta0)^2 + K' (s - s0)^2              row K, theta0, K', s0
 *                         with s the distance from the first to the last member.
 *                         LAMMPS angle charmm: K, theta0, K', s0; GROMACS angle 5: K = k / 2,
 *                         K' = k_UB / 2
 *
 * Let u and v be the unit vectors from the second member to the first and to the last, at distances
 * a and b. The forces of each energy U are
 *
 *   F_first = -dU/dcos (v - cos u) / a,  F_last = -dU/dcos (u - cos v) / b.
 *
 * For the harmonic form, dU/dcos = -2 K (theta - theta0) / sin. On a straight line it diverges and
 * v - cos u vanishes. With v - cos u = (u x v) x u and |u x v| = sin, the force is
 *
 *   F_first = 2 K (theta - theta0) (n x u) / a,  n = (u x v) / sin,
 *
 * which never exceeds 2 K |theta - theta0| / a. The angle is computed as the arc tangent of sin /
 * cos, because an arc cosine loses half of the digits near a straight line.
 *
 * W. F. van Gunsteren et al., Biomolecular Simulation: The GROMOS96 Manual (1996) for cosine
 * squared; A. D. MacKerell et al., J. Phys. Chem. B 102, 3586 (1998) for Urey-Bradley.
 */
#ifndef PAIRLANES_MODELS_FORMS_ANGLES_H
#define PAIRLANES_MODELS_FORMS_ANGLES_H

#include "models/forms/row.h"

/**
 * The arms of an angle: u points from its second member to the first, v from the second to the
 * last.
 */
struct form_arms {
    struct vector u, v; /* unit vectors */
    real per_u, per_v;  /* 1 / length of each arm */
    real cosine;
};

MODEL_FUNCTION struct form_arms form_arms_of(const struct vector *r)
{
    struct form_arms arms;
    arms.per_u = reciprocal_sqrt(dot(r[0], r[0]));
    arms.per_v = reciprocal_sqrt(dot(r[1], r[1]));
    arms.u = times(-arms.per_u, r[0]);
    arms.v = times(arms.per_v, r[1]);
    arms.cosine = dot(arms.u, arms.v);
    return arms;
}

/** Sets the force on the second member so that all forces add up to zero. */
MODEL_FUNCTION void form_balance_angle(struct form_force *f)
{
    f->force[1] = times(-1, plus(f->force[0], f->force[2]));
}

/** Fills the forces of an energy U with dU/dcos(theta) = `slope`. */
MODEL_FUNCTION void form_bend(const struct form_arms *arms, real slope, struct form_force *f)
{
    f->force[0] = times(-slope * arms->per_u, plus_times(arms->v, -arms->cosine, arms->u));
    f->force[2] = times(-slope * arms->per_v, plus_times(arms->u, -arms->cosine, arms->v));
    form_balance_angle(f);
}

MODEL_FUNCTION void form_angle_harmonic(const struct form_row *row, const struct vector *r,
                                        struct form_force *f)
{
    const real stiffness = row->k[0], target = row->k[1];
    struct form_arms arms = form_arms_of(r);
    struct vector normal = cross(arms.u, arms.v);
    real sine2 = form_not_zero(dot(normal, normal)), per_sine = reciprocal_sqrt(sine2);
    real bend = atan2(sine2 * per_sine, arms.cosine) - target;
    real slope = 2 * stiffness * bend;
    normal = times(per_sine, normal);
    f->energy = stiffness * bend * bend;
    f->force[0] = times(slope * arms.per_u, cross(normal, arms.u));
    f->force[2] = times(slope * arms.per_v, cross(arms.v, normal));
    form_balance_angle(f);
}

MODEL_FUNCTION void form_angle_cosine(const struct form_row *row, const struct vector *r,
                                      struct form_force *f)
{
    const real stiffness = row->k[0];
    struct form_arms arms = form_arms_of(r);
    f->energy = stiffness * (1 + arms.cosine);
    form_bend(&arms, stiffness, f);
}

MODEL_FUNCTION void form_angle_cosine_squared(const struct form_row *row, const struct vector *r,
                                              struct form_force *f)
{
    const real stiffness = row->k[0], target = row->k[1];
    struct form_arms arms = form_arms_of(r);
    real bend = arms.cosine - target;
    f->energy = stiffness * bend * bend;
    form_bend(&arms, 2 * stiffness * bend, f);
}

MODEL_FUNCTION void form_angle_urey_bradley(const struct form_row *row, const struct vector *r,
                                            struct form_force *f)
{
    const real stiffness = row->k[2], length = row->k[3];
    struct vector across = plus(r[0], r[1]);
    real s2 = dot(across, across), per_s = reciprocal_sqrt(form_not_zero(s2));
    real stretch = s2 * per_s - length;
    real over_s = -2 * stiffness * stretch * per_s;
    form_angle_harmonic(row, r, f);
    f->energy += stiffness * stretch * stretch;
    f->force[0] = plus_times(f->force[0], -over_s, across);
    f->force[2] = plus_times(f->force[2], over_s, across);
}

#endif
