/* Bonded term of two neighbors in a strand. */
#ifndef PAIRLANES_MODELS_OXDNA_BONDED_H
#define PAIRLANES_MODELS_OXDNA_BONDED_H

#include "models/oxdna/repulsion.h"

/**
 * Computes the FENE spring of the backbone; returns its energy, NaN if it is stretched beyond
 * Delta.
 */
MODEL_FUNCTION real oxdna_fene(struct oxdna_sum *sum, struct oxdna_arrow back, real eps, real r0,
                               real delta)
{
    real x = back.length - r0, left = delta * delta - x * x;
    oxdna_act(sum, OXDNA_BACK, times(-eps * x / left, back.direction));
    return -eps / 2 * log(left / (delta * delta));
}

MODEL_FUNCTION real oxdna_stacking(const struct oxdna_constants *c, const struct oxdna_body *p,
                                   const struct oxdna_body *q, struct vector r,
                                   struct oxdna_arrow back, struct oxdna_sum *sum)
{
    struct oxdna_arrow rho = oxdna_arrow(oxdna_between(r, p, OXDNA_STACK, q, OXDNA_STACK));
    struct vector a2 = cross(p->a3, p->a1), b2 = cross(q->a3, q->a1);
    real c4 = oxdna_cosine(dot(p->a3, q->a3));
    real c5 = oxdna_cosine(-dot(p->a3, rho.direction));
    real c6 = oxdna_cosine(-dot(q->a3, rho.direction));
    struct oxdna_factor f0 = oxdna_f1(rho.length, c->stacking_shift, OXDNA_STACKING);
    struct oxdna_factor f4 = oxdna_f4(acos(c4), OXDNA_STACKING_4);
    struct oxdna_factor f5 = oxdna_f4(acos(c5), OXDNA_STACKING_5);
    struct oxdna_factor f6 = oxdna_f4(acos(c6), OXDNA_STACKING_5);
    struct oxdna_factor phi1 = oxdna_f5(dot(a2, back.direction));
    struct oxdna_factor phi2 = oxdna_f5(dot(b2, back.direction));
    real energy = c->stacking[q->base][p->base] * f0.value * f4.value * f5.value * f6.value *
                  phi1.value * phi2.value;
    if (energy == 0)
        return 0;
    struct vector of_p = times(-oxdna_by_cosine(energy, f5, c5), p->a3);
    struct vector of_q = times(-oxdna_by_cosine(energy, f6, c6), q->a3);
    struct vector back_p = times(oxdna_by_factor(energy, phi1), a2);
    struct vector back_q = times(oxdna_by_factor(energy, phi2), b2);
    oxdna_act(sum, OXDNA_STACK, oxdna_force(rho, oxdna_by_factor(energy, f0), plus(of_p, of_q)));
    oxdna_act(sum, OXDNA_BACK, oxdna_force(back, 0, plus(back_p, back_q)));
    sum->torque = minus(sum->torque, cross(of_p, rho.direction));
    sum->torque = minus(sum->torque, cross(back_p, back.direction));
    sum->torque = plus_times(sum->torque, -oxdna_by_cosine(energy, f4, c4), cross(p->a3, q->a3));
    return energy;
}

/**
 * Computes the bonded term of two neighbors; member 1 is the 3' neighbor of member 0. `kind` is
 * always 0.
 */
MODEL_FUNCTION void oxdna_bonded(const struct oxdna_constants *c, int kind,
                                 const struct oxdna_body *bodies, const struct vector *steps,
                                 struct bonded_force *f)
{
    const struct oxdna_body *p = &bodies[0], *q = &bodies[1];
    struct vector r = steps[0], none = vector(0, 0, 0);
    struct oxdna_sum sum = {none, none, none};
    struct oxdna_arrow back = oxdna_arrow(oxdna_between(r, p, OXDNA_BACK, q, OXDNA_BACK));
    real fene = oxdna_fene(&sum, back, OXDNA_FENE);
    real repulsion = oxdna_repel_bases(&sum, p, q, r);
    real stacking = oxdna_stacking(c, p, q, r, back, &sum);
    (void)kind;
    f->energy = 0;
    ADD_ENERGY(f, OXDNA_TERM_FENE, fene);
    ADD_ENERGY(f, OXDNA_TERM_BEXC, repulsion);
    ADD_ENERGY(f, OXDNA_TERM_STCK, stacking);
    f->force[0] = times(-1, sum.force);
    f->force[1] = sum.force;
    f->torque[0] = oxdna_torque(&sum, p);
    f->torque[1] = times(-1, plus(f->torque[0], cross(r, sum.force)));
}

#endif
