/*
 * oxDNA1: DNA as rigid nucleotides. Each has a centre, an axis a1 from backbone to base and an axis
 * a3 normal to the base, away from the 3' neighbor; a2 = a3 x a1. Sites on a1: backbone -0.4,
 * stacking 0.34, base 0.4. Nucleotide q of a bonded term is the 3' neighbor of p. With r = r_q -
 * r_p, rho the vector between sites of p (axes a) and of q (axes b), and rho^ = rho / |rho|:
 *
 *   fene  bonded    -(eps/2) ln[1 - (rho_back - r0)^2 / Delta^2]
 *   bexc  bonded    f3 of base-base, base-back and back-base
 *   stck  bonded    f1(rho_stack) f4(-, a3.b3) f4(-a3.rho^) f4(-b3.rho^)
 *                   f5(a2.rho^_back) f5(b2.rho^_back)
 *   nexc  others    f3 of back-back, base-base, base-back and back-base
 *   hb    A-T, C-G  f1(rho_base) f4(t1) f4(t2) f4(t3) f4(t4) f4(t7) f4(t8)
 *   crst  others    f2(rho_base) f4(t1) f4(t2) f4(t3) F4(t4) F4(t7) F4(t8),
 *                   F4(t) = f4(t) + f4(pi - t)
 *   cxst  others    f2(rho_stack) [f4(t1) + f4(2 pi - t1)] f4(t4) F4(t5) F4(t6) f5(h . (b x a1))^2,
 *                   h = rho^_stack, b = rho^_back
 *
 * The angles have the cosines t1: -a1.b1, t2: -b1.rho^, t3: a1.rho^, t4: a3.b3, t5 and t8: a3.rho^,
 * t6 and t7: -b3.rho^, with the rho of the term's radial function. Those functions, each ended by a
 * parabola b (x - x_c)^2 that meets it smoothly:
 *
 *   f1(r) = eps [1 - exp(-a (r - r0))]^2 - eps [1 - exp(-a (rc - r0))]^2    Morse
 *   f2(r) = (k/2) [(r - r0)^2 - (rc - r0)^2]                               harmonic
 *   f3(r) = 4 eps [(sigma/r)^12 - (sigma/r)^6]                             repulsion, eps = 2
 *   f4(t) = 1 - a (t - t0)^2                                               angle
 *   f5(c) = 1 for c >= 0, else 1 - a c^2                                   cosine of a dihedral
 *
 * A product U of a radial function and factors in cosines c_k = n_k . rho^ acts at its sites:
 * F_q = -dU/drho rho^ - (v - (v . rho^) rho^) / rho with v = sum_k (dU/dc_k) n_k; a site at P adds
 * -P x F_q to the torque on p, each n_k of p -(dU/dc_k) n_k x rho^, and a factor in n . m (n of p,
 * m of q) -(dU/dc) n x m. The torque on q is -torque_p - r x F_q.
 *
 * Bases: A 0, C 1, G 2, T 3; those that sum to 3 pair. Parameters:
 *
 * temperature  3000 K  T: stacking strength is E (0.82 + 1.62 T); 0.1 is 300 K
 * sequence     -       average: E 1.64 and pairing 1.077 for all; dependent: by base
 *
 * Units: length 0.8518 nm, energy 3000 K k_B, force 48.6 pN; mass and moments of inertia are 1.
 *
 * T. E. Ouldridge, A. A. Louis, J. P. K. Doye, J. Chem. Phys. 134, 085101 (2011); of the bases:
 * P. Sulc et al., J. Chem. Phys. 137, 135101 (2012). The numbers are those of the authors' program.
 */
#ifndef PAIRLANES_MODELS_OXDNA_H
#define PAIRLANES_MODELS_OXDNA_H

#define MODEL_BODY
#define MODEL_COPIES(c) 1
#define MODEL_ORIENTED
#define MODEL_UNEVEN
#define MODEL_MAY_INTERACT
#define MODEL_BONDED 2

#include "models/model.h"

#define OXDNA_PI    3.14159265358979323846
#define OXDNA_BACK  ((real)-0.4)
#define OXDNA_STACK ((real)0.34)
#define OXDNA_BASE  ((real)0.4)

#define OXDNA_REACH2(distance) ((real)((distance) * (distance)))

/* FENE: eps, r0, Delta */
#define OXDNA_FENE       2, 0.7525, 0.25
/* f3: sigma, where the parabola starts, b, rc */
#define OXDNA_BACK_BACK  0.7, 0.675, 892.016223343, 0.711879214356
#define OXDNA_BASE_BASE  0.33, 0.32, 4119.70450017, 0.335388426126
#define OXDNA_BASE_BACK  0.515, 0.5, 1707.30627298, 0.52329943261
/* f1: a, r0; b, start and end of the lower parabola; of the upper one */
#define OXDNA_STACKING   6, 0.4, -68.1857, 0.32, 0.23239, -3.12992, 0.75, 0.956
#define OXDNA_PAIRING    8, 0.4, -126.243, 0.34, 0.276908, -7.87708, 0.7, 0.783775
/* f2: k, r0, rc; b, start and end of the lower parabola; of the upper one */
#define OXDNA_CROSS      47.5, 0.575, 0.675, -0.888889, 0.495, 0.45, -0.888889, 0.655, 0.7
#define OXDNA_COAXIAL    46, 0.4, 0.6, -2.13158, 0.22, 0.177778, -2.13158, 0.58, 0.6222222
/* f4: a, b, t0, |t - t0| at the start and at the end of the parabola */
#define OXDNA_STACKING_4 1.3, 6.4381, 0, 0.8, 0.961538
#define OXDNA_STACKING_5 0.9, 3.89361, 0, 0.95, 1.16959 /* and 6 */
#define OXDNA_PAIRING_1  1.5, 4.16038, 0, 0.7, 0.952381 /* and 2, 3 */
#define OXDNA_PAIRING_4  0.46, 0.133855, OXDNA_PI, 0.7, 3.10559
#define OXDNA_PAIRING_7  4, 17.0526, OXDNA_PI / 2, 0.45, 0.555556 /* and 8 */
#define OXDNA_CROSS_1    2.25, 7.00545, OXDNA_PI - 2.35, 0.58, 0.766284
#define OXDNA_CROSS_2    1.7, 6.2469, 1, 0.68, 0.865052 /* and 3 */
#define OXDNA_CROSS_4    1.5, 2.59556, 0, 0.65, 1.02564
#define OXDNA_CROSS_7    1.7, 6.2469, 0.875, 0.68, 0.865052 /* and 8 */
#define OXDNA_COAXIAL_1  2, 10.9032, OXDNA_PI - 0.6, 0.65, 0.769231
#define OXDNA_COAXIAL_4  OXDNA_STACKING_4
#define OXDNA_COAXIAL_5  OXDNA_STACKING_5 /* and 6 */

struct oxdna_constants {
    real stacking[4][4]; /* strength, by the bases of q and p: in the direction 3' to 5' */
    real stacking_shift; /* f1 at rc, of strength 1 */
    real pairing_at;     /* strength of A-T */
    real pairing_cg;     /* of C-G */
    real pairing_shift;  /* f1 at rc, of strength 1 */
};

struct oxdna_body {
    int base;
    struct vector a1, a3;
};

enum oxdna_term {
    OXDNA_TERM_FENE,
    OXDNA_TERM_BEXC,
    OXDNA_TERM_STCK,
    OXDNA_TERM_NEXC,
    OXDNA_TERM_HB,
    OXDNA_TERM_CRST,
    OXDNA_TERM_CXST
};

enum oxdna_branch {
    OXDNA_BRANCH_NEXC,
    OXDNA_BRANCH_ANGLES, /* bases or stacking sites in range of each other */
    OXDNA_BRANCH_BASES,
    OXDNA_BRANCH_BASE_FORCE, /* hydrogen bond, cross-stacking or both */
    OXDNA_BRANCH_HB,
    OXDNA_BRANCH_CRST,
    OXDNA_BRANCH_STACKS,
    OXDNA_BRANCH_CXST
};

/** What sites gather: the force on q, the sum of site x force, and the torque of axes on p. */
struct oxdna_sum {
    struct vector force, lever, torque;
};

/** A factor of a term, and its derivative. */
struct oxdna_factor {
    real value, slope;
};

/** A vector between sites: its length, one over it, and its direction. */
struct oxdna_arrow {
    real length, per_length;
    struct vector direction;
};

MODEL_FUNCTION struct oxdna_body oxdna_body_of(const struct oxdna_constants *c, real type,
                                               struct quaternion orientation)
{
    struct axes axes = axes_of(orientation);
    struct oxdna_body body = {(int)type, axes.a1, axes.a3};
    (void)c;
    return body;
}

MODEL_FUNCTION struct oxdna_factor oxdna_factor(real value, real slope)
{
    struct oxdna_factor factor = {value, slope};
    return factor;
}

/** The vector from the site at `from` a1 of p to that at `to` b1 of q. */
MODEL_FUNCTION struct vector oxdna_between(struct vector r, const struct oxdna_body *p, real from,
                                           const struct oxdna_body *q, real to)
{
    return plus_times(plus_times(r, to, q->a1), -from, p->a1);
}

MODEL_FUNCTION struct oxdna_arrow oxdna_arrow(struct vector rho)
{
    real length2 = dot(rho, rho), inverse = reciprocal_sqrt(length2);
    struct oxdna_arrow arrow = {length2 * inverse, inverse, times(inverse, rho)};
    return arrow;
}

/** Adds a force that acts on q, at the site `site` a1 of p. */
MODEL_FUNCTION void oxdna_act(struct oxdna_sum *sum, real site, struct vector force)
{
    sum->force = plus(sum->force, force);
    sum->lever = plus_times(sum->lever, site, force);
}

MODEL_FUNCTION struct vector oxdna_torque(const struct oxdna_sum *sum, const struct oxdna_body *p)
{
    return minus(sum->torque, cross(p->a1, sum->lever));
}

MODEL_FUNCTION struct oxdna_factor oxdna_parabola(real b, real x, real end)
{
    return oxdna_factor(b * (x - end) * (x - end), 2 * b * (x - end));
}

/** f1 of strength 1, where `shift` is its value at rc: [1 - exp(-a (r - r0))]^2 - shift, between
 * parabolas at either end. */
MODEL_FUNCTION struct oxdna_factor oxdna_f1(real r, real shift, real a, real r0, real b_low,
                                            real low, real low_end, real b_high, real high,
                                            real high_end)
{
    if (r <= low_end || r >= high_end)
        return oxdna_factor(0, 0);
    if (r < low)
        return oxdna_parabola(b_low, r, low_end);
    if (r > high)
        return oxdna_parabola(b_high, r, high_end);
    real e = exp(-a * (r - r0));
    return oxdna_factor((1 - e) * (1 - e) - shift, 2 * a * (1 - e) * e);
}

/** f2: (k/2) [(r - r0)^2 - (rc - r0)^2], between parabolas of k b at either end. */
MODEL_FUNCTION struct oxdna_factor oxdna_f2(real r, real k, real r0, real rc, real b_low, real low,
                                            real low_end, real b_high, real high, real high_end)
{
    if (r <= low_end || r >= high_end)
        return oxdna_factor(0, 0);
    if (r < low)
        return oxdna_parabola(k * b_low, r, low_end);
    if (r > high)
        return oxdna_parabola(k * b_high, r, high_end);
    return oxdna_factor(k / 2 * ((r - r0) * (r - r0) - (rc - r0) * (rc - r0)), k * (r - r0));
}

/** f4: 1 - a (t - t0)^2, ended by a parabola on either side. */
MODEL_FUNCTION struct oxdna_factor oxdna_f4(real t, real a, real b, real t0, real start, real end)
{
    real x = fabs(t - t0), sign = t < t0 ? -1 : 1;
    if (x >= end)
        return oxdna_factor(0, 0);
    struct oxdna_factor f =
        x < start ? oxdna_factor(1 - a * x * x, -2 * a * x) : oxdna_parabola(b, x, end);
    return oxdna_factor(f.value, sign * f.slope);
}

/** f4(t) + f4(other - t). */
MODEL_FUNCTION struct oxdna_factor oxdna_f4_twice(real t, real other, real a, real b, real t0,
                                                  real start, real end)
{
    struct oxdna_factor one = oxdna_f4(t, a, b, t0, start, end);
    struct oxdna_factor two = oxdna_f4(other - t, a, b, t0, start, end);
    return oxdna_factor(one.value + two.value, one.slope - two.slope);
}

/** f5: 1 for c >= 0, else 1 - a c^2, ended by a parabola. */
MODEL_FUNCTION struct oxdna_factor oxdna_f5(real c)
{
    const real a = 2, b = (real)10.9032, start = (real)-0.65, end = (real)-0.769231;
    if (c >= 0)
        return oxdna_factor(1, 0);
    if (c <= end)
        return oxdna_factor(0, 0);
    return c > start ? oxdna_factor(1 - a * c * c, -2 * a * c) : oxdna_parabola(b, c, end);
}

/**
 * A cosine kept a rounding off 1 and -1: there the slope of a factor and the sine of its angle both
 * vanish, and their ratio stays right.
 */
MODEL_FUNCTION real oxdna_cosine(real c)
{
    const real most = 1 - (real)(sizeof(real) == 4 ? 6e-8 : 1.2e-16);
    return c > most ? most : c < -most ? -most : c;
}

/** 1 / f U of a product U != 0 that contains the factor f: the other factors times df/dx. GPUs have
 * no quotients of two numbers, but 1 / x. */
MODEL_FUNCTION real oxdna_by_factor(real energy, struct oxdna_factor f)
{
    return energy * f.slope * (1 / f.value);
}

/** -1 / sin(arccos c), which is darccos/dc. */
MODEL_FUNCTION real oxdna_angle_by_cosine(real c)
{
    return -reciprocal_sqrt((1 - c) * (1 + c));
}

/** dU/dc of a product U != 0 that contains the factor f(arccos c). */
MODEL_FUNCTION real oxdna_by_cosine(real energy, struct oxdna_factor f, real c)
{
    return oxdna_by_factor(energy, f) * oxdna_angle_by_cosine(c);
}

/**
 * The force of a product: `along` is dU/dlength, `across` the sum of (dU/dc_k) n_k over its factors
 * in n_k . direction.
 */
MODEL_FUNCTION struct vector oxdna_force(struct oxdna_arrow rho, real along, struct vector across)
{
    real outward = dot(across, rho.direction) * rho.per_length - along;
    return plus_times(times(outward, rho.direction), -rho.per_length, across);
}

/** The repulsion f3 of two sites; returns its energy. */
MODEL_FUNCTION real oxdna_repel(struct oxdna_sum *sum, real site, struct vector rho, real sigma,
                                real start, real b, real rc)
{
    real r2 = dot(rho, rho);
    if (r2 >= rc * rc)
        return 0;
    if (r2 < start * start) {
        real s2 = sigma * sigma / r2, s6 = s2 * s2 * s2;
        oxdna_act(sum, site, times(48 * s6 * (2 * s6 - 1) / r2, rho));
        return 8 * s6 * (s6 - 1);
    }
    real r = sqrt(r2);
    struct oxdna_factor f = oxdna_parabola(2 * b, r, rc);
    oxdna_act(sum, site, times(-f.slope / r, rho));
    return f.value;
}

/** The repulsions of base and base, base and backbone, backbone and base; returns their energy. */
MODEL_FUNCTION real oxdna_repel_bases(struct oxdna_sum *sum, const struct oxdna_body *p,
                                      const struct oxdna_body *q, struct vector r)
{
    real energy = oxdna_repel(sum, OXDNA_BASE, oxdna_between(r, p, OXDNA_BASE, q, OXDNA_BASE),
                              OXDNA_BASE_BASE);
    energy += oxdna_repel(sum, OXDNA_BASE, oxdna_between(r, p, OXDNA_BASE, q, OXDNA_BACK),
                          OXDNA_BASE_BACK);
    return energy + oxdna_repel(sum, OXDNA_BACK, oxdna_between(r, p, OXDNA_BACK, q, OXDNA_BASE),
                                OXDNA_BASE_BACK);
}

/** dU/dc of a factor that two products of energies `u` and `v` contain, as f and as g. */
MODEL_FUNCTION real oxdna_by_both(real u, struct oxdna_factor f, real v, struct oxdna_factor g,
                                  real c)
{
    const real of_u = u != 0 ? oxdna_by_factor(u, f) : 0, of_v = v != 0 ? oxdna_by_factor(v, g) : 0;
    return (of_u + of_v) * oxdna_angle_by_cosine(c);
}

/**
 * Hydrogen bond and cross-stacking, which share all their angles. Adds dU/dc1 and dU/dc4 to g1 and
 * g4; returns whether there is any.
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

/** Coaxial stacking, in the manner of oxdna_bases. */
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

MODEL_FUNCTION bool oxdna_within(struct vector rho, real shortest, real longest)
{
    real r2 = dot(rho, rho);
    return r2 > shortest * shortest && r2 < longest * longest;
}

/**
 * Whether any two sites are so near that oxdna_pair may find a force: the squares of their
 * distances follow from r and the axes without the vectors between them. A little more is let
 * through than rounding, and that of axes which are not quite one long, can take away.
 */
MODEL_FUNCTION bool oxdna_may_interact(const struct oxdna_constants *c, const struct oxdna_body *p,
                                       const struct oxdna_body *q, real dx, real dy, real dz)
{
    const struct vector r = vector(dx, dy, dz);
    const real at_p = dot(r, p->a1), at_q = dot(r, q->a1), between = dot(p->a1, q->a1);
    const real apart = at_q - at_p, both = fabs(at_q + at_p);
    const real base = OXDNA_BASE, stack = OXDNA_STACK, let_through = (real)1e-3;
    const real square = dot(r, r) - let_through;
    const real alike = square + 2 * base * base * (1 - between);
    const real crossed = square + 2 * base * base * (1 + between);
    const real stacked = square + 2 * stack * stack * (1 - between);
    const bool paired = p->base + q->base == 3;
    (void)c;
    const bool bases =
        alike + 2 * base * apart < (paired ? OXDNA_REACH2(0.783775) : OXDNA_REACH2(0.7));
    const bool stacks = stacked + 2 * stack * apart < OXDNA_REACH2(0.6222222);
    const bool backs = alike - 2 * base * apart < OXDNA_REACH2(0.711879214356);
    const bool base_back = crossed - 2 * base * both < OXDNA_REACH2(0.52329943261);
    return bases | stacks | backs | base_back; /* all evaluated: no branches */
}

MODEL_FUNCTION bool oxdna_pair(const struct oxdna_constants *c, const struct oxdna_body *p,
                               const struct oxdna_body *q, real dx, real dy, real dz,
                               struct pair_force *f)
{
    struct vector r = vector(dx, dy, dz), none = vector(0, 0, 0);
    struct oxdna_sum sum = {none, none, none};
    f->energy = 0;
    real repulsion = oxdna_repel(&sum, OXDNA_BACK, oxdna_between(r, p, OXDNA_BACK, q, OXDNA_BACK),
                                 OXDNA_BACK_BACK);
    repulsion += oxdna_repel_bases(&sum, p, q, r);
    bool interacts = repulsion != 0;
    if (interacts)
        BRANCH(f, OXDNA_BRANCH_NEXC);
    ADD_ENERGY(f, OXDNA_TERM_NEXC, repulsion);

    struct vector base = oxdna_between(r, p, OXDNA_BASE, q, OXDNA_BASE);
    struct vector stack = oxdna_between(r, p, OXDNA_STACK, q, OXDNA_STACK);
    bool paired = p->base + q->base == 3;
    bool bases =
        oxdna_within(base, (real)(paired ? 0.276908 : 0.45), (real)(paired ? 0.783775 : 0.7));
    bool stacks = oxdna_within(stack, (real)0.177778, (real)0.6222222);
    if (bases || stacks) {
        BRANCH(f, OXDNA_BRANCH_ANGLES);
        real c1 = oxdna_cosine(-dot(p->a1, q->a1)), t1 = acos(c1), g1 = 0;
        real c4 = oxdna_cosine(dot(p->a3, q->a3)), t4 = acos(c4), g4 = 0;
        if (bases) {
            BRANCH(f, OXDNA_BRANCH_BASES);
            interacts |= oxdna_bases(c, p, q, oxdna_arrow(base), c1, t1, c4, t4, &g1, &g4, &sum, f);
        }
        if (stacks) {
            BRANCH(f, OXDNA_BRANCH_STACKS);
            interacts |=
                oxdna_coaxial(p, q, r, oxdna_arrow(stack), c1, t1, c4, t4, &g1, &g4, &sum, f);
        }
        sum.torque = plus_times(sum.torque, g1, cross(p->a1, q->a1));
        sum.torque = plus_times(sum.torque, -g4, cross(p->a3, q->a3));
    }
    f->x = sum.force.x;
    f->y = sum.force.y;
    f->z = sum.force.z;
    f->torque = oxdna_torque(&sum, p);
    return interacts;
}

/** The backbone's spring. Its energy is not a number if it is stretched past its limit. */
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

/** Member 1 is the 3' neighbor of member 0. There is one kind of term. */
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

#ifdef MODEL_DESCRIBE

#include "models/description.h"

enum { OXDNA_TEMPERATURE, OXDNA_SEQUENCE };

static const char *const oxdna_sequences[] = {"average", "dependent", NULL};

static const struct parameter oxdna_parameters[] = {
    [OXDNA_TEMPERATURE] = {.name = "temperature",
                           .unit = "3000 K",
                           .summary = "T in the strength of stacking",
                           .initial = 0.1,
                           .minimum = 1e-6,
                           .maximum = 1},
    [OXDNA_SEQUENCE] = {.name = "sequence",
                        .unit = "",
                        .summary = "strengths of stacking and pairing",
                        .initial = 0,
                        .minimum = 0,
                        .maximum = 1,
                        .choices = oxdna_sequences},
};

/** Bases farther apart do not pair, and nothing else reaches as far. */
static double oxdna_range(const double *p)
{
    (void)p;
    return 2 * 0.4 + 0.783775;
}

/** E of the stacking of bases in the direction 3' to 5'. */
static const double oxdna_stacking_by_base[4][4] = {
    /*        A      C      G      T */
    /* A */ {1.709, 1.671, 1.610, 1.553},
    /* C */ {1.654, 1.604, 1.737, 1.610},
    /* G */ {1.590, 1.684, 1.604, 1.671},
    /* T */ {1.634, 1.590, 1.654, 1.709},
};

static bool oxdna_derive(const double *p, double *constants, struct error *error)
{
    (void)error;
    struct oxdna_constants *c = (struct oxdna_constants *)constants;
    bool average = p[OXDNA_SEQUENCE] == 0;
    *c = (struct oxdna_constants){
        .stacking_shift = pow(1 - exp(-6 * (0.9 - 0.4)), 2),
        .pairing_at = average ? 1.077 : 0.893,
        .pairing_cg = average ? 1.077 : 1.243,
        .pairing_shift = pow(1 - exp(-8 * (0.75 - 0.4)), 2),
    };
    for (int q = 0; q < 4; q++)
        for (int s = 0; s < 4; s++)
            c->stacking[q][s] = (average ? 1.64 : oxdna_stacking_by_base[q][s]) *
                                (0.82 + 1.62 * p[OXDNA_TEMPERATURE]);
    return true;
}

static const char *const oxdna_terms[] = {"fene", "bexc", "stck", "nexc",
                                          "hb",   "crst", "cxst", NULL};

/* The operations are counted over random pairs. Work that two branches share is a branch of its
 * own, so that it counts once. */
static const struct model_branch oxdna_branches[] = {
    [OXDNA_BRANCH_NEXC] = {.name = "excluded_volume", .work = {.flops = 25, .special = 2}},
    [OXDNA_BRANCH_ANGLES] = {.name = "angles", .work = {.flops = 36, .special = 2}},
    [OXDNA_BRANCH_BASES] = {.name = "bases", .work = {.flops = 52, .special = 3}},
    [OXDNA_BRANCH_BASE_FORCE] = {.name = "base_force", .work = {.flops = 149, .special = 5}},
    [OXDNA_BRANCH_HB] = {.name = "hydrogen_bond", .work = {.flops = 57, .special = 14}},
    [OXDNA_BRANCH_CRST] = {.name = "cross_stacking", .work = {.flops = 43, .special = 14}},
    [OXDNA_BRANCH_STACKS] = {.name = "stacks", .work = {.flops = 36, .special = 3}},
    [OXDNA_BRANCH_CXST] = {.name = "coaxial_stacking", .work = {.flops = 216, .special = 18}},
    {0},
};

static const struct particle_type oxdna_types[] = {
    {.name = "A", .mass = 1, .inertia = {1, 1, 1}},
    {.name = "C", .mass = 1, .inertia = {1, 1, 1}},
    {.name = "G", .mass = 1, .inertia = {1, 1, 1}},
    {.name = "T", .mass = 1, .inertia = {1, 1, 1}},
    {0},
};

static const struct model oxdna_model = {
    .name = "oxdna",
    .summary = "oxDNA1: coarse-grained DNA, a rigid body per nucleotide",
    .citation = "Ouldridge, Louis, Doye, J. Chem. Phys. 134, 085101 (2011)",
    .builders = {"duplexes"},
    .time = {.step = 0.003},
    .parameters = oxdna_parameters,
    .parameter_count = sizeof oxdna_parameters / sizeof *oxdna_parameters,
    .types = oxdna_types,
    .terms = oxdna_terms,
    .evaluated = {.flops = 111},
    .branches = oxdna_branches,
    .energy = {.flops = 4},
    .derive = oxdna_derive,
    .range = oxdna_range,
};

#endif
#endif
