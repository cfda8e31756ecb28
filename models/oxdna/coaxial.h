/* Coaxial stacking of two nucleotides that are not neighbors in a strand. */
#ifndef PAIRLANES_MODELS_OXDNA_COAXIAL_H
#define PAIRLANES_MODELS_OXDNA_COAXIAL_H

#include "models/oxdna/repulsion.h"

/**
 * Computes coaxial stacking. Adds dU/dc1 to g1 and dU/dc4 to g4; returns whether the interaction is
 * not zero.
 */
MODEL_FUNCTION bool oxdna_coaxial(const struct oxdna_body *p, const struct oxdna_body *q,
                                  struct vector r, struct oxdna_arrow rho, real c1, real t1,
                                  real c4, real t4, real *g1, real *g4, struct oxdna_sum *sum,
                                  struct pair_force *f)
{
    const real pi = (real)OXDNA_PI;
    struct oxdna_factor f0 = oxdna_f2(rho.length, OXDNA_COAXIAL);
    struct oxdna_factor f1 = oxdna_f4_twice(t1, 2 * pi, OXDNA_COAXIAL_1);
    struct oxdna_factor f4 = oxdna_f4(t4, OXDNA_COAXIAL_4);
    real energy = f0.value * f1.value * f4.value;
    if (energy == 0)
        return false;

    real c5 = oxdna_cosine(dot(p->a3, rho.direction));
    real c6 = oxdna_cosine(-dot(q->a3, rho.direction));
    struct oxdna_factor f5 = oxdna_f4_twice(acos(c5), pi, OXDNA_COAXIAL_5);
    struct oxdna_factor f6 = oxdna_f4_twice(acos(c6), pi, OXDNA_COAXIAL_5);
    struct oxdna_arrow back = oxdna_arrow(oxdna_between(r, p, OXDNA_BACK, q, OXDNA_BACK));
    struct vector back_a1 = cross(back.direction, p->a1);
    struct oxdna_factor f3 = oxdna_f5(dot(rho.direction, back_a1));
    energy *= f5.value * f6.value * f3.value * f3.value;
    if (energy == 0)
        return false;

    BRANCH(f, OXDNA_BRANCH_CXST);
    ADD_ENERGY(f, OXDNA_TERM_CXST, energy);
    *g1 += oxdna_by_cosine(energy, f1, c1);
    *g4 += oxdna_by_cosine(energy, f4, c4);
    real g3 = 2 * oxdna_by_factor(energy, f3);
    struct vector of_p = times(oxdna_by_cosine(energy, f5, c5), p->a3);
    struct vector of_q = times(-oxdna_by_cosine(energy, f6, c6), q->a3);
    struct vector across = plus_times(plus(of_p, of_q), g3, back_a1);
    struct vector across_back = times(g3, cross(p->a1, rho.direction));
    oxdna_act(sum, OXDNA_STACK, oxdna_force(rho, oxdna_by_factor(energy, f0), across));
    oxdna_act(sum, OXDNA_BACK, oxdna_force(back, 0, across_back));
    sum->torque = minus(sum->torque, cross(of_p, rho.direction));
    struct vector of_a1 = times(g3, cross(rho.direction, back.direction));
    sum->torque = minus(sum->torque, cross(p->a1, of_a1));
    return true;
}

#endif
