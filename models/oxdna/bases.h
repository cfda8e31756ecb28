/* Interactions of two bases: hydrogen bonds and cross-stacking. */
#ifndef PAIRLANES_MODELS_OXDNA_BASES_H
#define PAIRLANES_MODELS_OXDNA_BASES_H

#include "models/oxdna/repulsion.h"

/**
 * Returns dU/dc for two terms that depend on the angle arccos c. The energy `u` has the factor f,
 * the energy `v` the factor g.
 */
MODEL_FUNCTION real oxdna_by_both(real u, struct oxdna_factor f, real v, struct oxdna_factor g,
                                  real c)
{
    const real of_u = u != 0 ? oxdna_by_factor(u, f) : 0, of_v = v != 0 ? oxdna_by_factor(v, g) : 0;
    return (of_u + of_v) * oxdna_angle_by_cosine(c);
}

/**
 * Computes hydrogen bonding and cross-stacking, which share all angles. Adds dU/dc1 to g1 and
 * dU/dc4 to g4; returns whether either interaction is not zero.
 */
MODEL_FUNCTION bool oxdna_bases(const struct oxdna_constants *k, const struct oxdna_body *p,
                                const struct oxdna_body *q, struct oxdna_arrow rho, real c1,
                                real t1, real c4, real t4, real *g1, real *g4,
                                struct oxdna_sum *sum, struct pair_force *f)
{
    const real pi = (real)OXDNA_PI;
    bool paired = p->base + q->base == 3;
    real strength = !paired ? 0 : p->base == 0 || q->base == 0 ? k->pairing_at : k->pairing_cg;
    struct oxdna_factor hb0 = oxdna_factor(0, 0);
    if (paired)
        hb0 = oxdna_f1(rho.length, k->pairing_shift, OXDNA_PAIRING);
    struct oxdna_factor hb1 = oxdna_f4(t1, OXDNA_PAIRING_1);
    struct oxdna_factor hb4 = oxdna_f4(t4, OXDNA_PAIRING_4);
    struct oxdna_factor cr0 = oxdna_f2(rho.length, OXDNA_CROSS);
    struct oxdna_factor cr1 = oxdna_f4(t1, OXDNA_CROSS_1);
    struct oxdna_factor cr4 = oxdna_f4_twice(t4, pi, OXDNA_CROSS_4);
    real hb = strength * hb0.value * hb1.value * hb4.value;
    real cr = cr0.value * cr1.value * cr4.value;
    if (hb == 0 && cr == 0)
        return false;

    real c2 = oxdna_cosine(-dot(q->a1, rho.direction)), t2 = acos(c2);
    real c3 = oxdna_cosine(dot(p->a1, rho.direction)), t3 = acos(c3);
    struct oxdna_factor hb2 = oxdna_f4(t2, OXDNA_PAIRING_1), cr2 = oxdna_f4(t2, OXDNA_CROSS_2);
    struct oxdna_factor hb3 = oxdna_f4(t3, OXDNA_PAIRING_1), cr3 = oxdna_f4(t3, OXDNA_CROSS_2);
    hb *= hb2.value * hb3.value;
    cr *= cr2.value * cr3.value;
    if (hb == 0 && cr == 0)
        return false;

    real c7 = oxdna_cosine(-dot(q->a3, rho.direction)), t7 = acos(c7);
    real c8 = oxdna_cosine(dot(p->a3, rho.direction)), t8 = acos(c8);
    struct oxdna_factor hb7 = oxdna_f4(t7, OXDNA_PAIRING_7);
    struct oxdna_factor hb8 = oxdna_f4(t8, OXDNA_PAIRING_7);
    struct oxdna_factor cr7 = oxdna_f4_twice(t7, pi, OXDNA_CROSS_7);
    struct oxdna_factor cr8 = oxdna_f4_twice(t8, pi, OXDNA_CROSS_7);
    hb *= hb7.value * hb8.value;
    cr *= cr7.value * cr8.value;
    if (hb == 0 && cr == 0)
        return false;

    BRANCH(f, OXDNA_BRANCH_BASE_FORCE);
    if (hb != 0)
        BRANCH(f, OXDNA_BRANCH_HB);
    if (cr != 0)
        BRANCH(f, OXDNA_BRANCH_CRST);
    ADD_ENERGY(f, OXDNA_TERM_HB, hb);
    ADD_ENERGY(f, OXDNA_TERM_CRST, cr);
    real along =
        (hb != 0 ? oxdna_by_factor(hb, hb0) : 0) + (cr != 0 ? oxdna_by_factor(cr, cr0) : 0);
    *g1 += oxdna_by_both(hb, hb1, cr, cr1, c1);
    *g4 += oxdna_by_both(hb, hb4, cr, cr4, c4);
    struct vector of_p = plus(times(oxdna_by_both(hb, hb3, cr, cr3, c3), p->a1),
                              times(oxdna_by_both(hb, hb8, cr, cr8, c8), p->a3));
    struct vector of_q = plus(times(oxdna_by_both(hb, hb2, cr, cr2, c2), q->a1),
                              times(oxdna_by_both(hb, hb7, cr, cr7, c7), q->a3));
    oxdna_act(sum, OXDNA_BASE, oxdna_force(rho, along, minus(of_p, of_q)));
    sum->torque = minus(sum->torque, cross(of_p, rho.direction));
    return true;
}

#endif
