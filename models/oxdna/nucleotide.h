/* A nucleotide of models/oxdna.h, its sites, and the sum of forces on them. */
#ifndef PAIRLANES_MODELS_OXDNA_NUCLEOTIDE_H
#define PAIRLANES_MODELS_OXDNA_NUCLEOTIDE_H

#include "models/oxdna/parameters.h"

struct oxdna_constants {
    real stacking[4][4]; /* stacking strength by the bases of q and p (direction 3' to 5') */
    real stacking_shift; /* f1 of strength 1 at rc, before the shift */
    real pairing_at;     /* pairing strength of bases A-T */
    real pairing_cg;     /* pairing strength of bases C-G */
    real pairing_shift;  /* f1 of strength 1 at rc, before the shift */
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
    OXDNA_BRANCH_ANGLES, /* bases, or stacking sites, are in range */
    OXDNA_BRANCH_BASES,
    OXDNA_BRANCH_BASE_FORCE, /* hydrogen bond, cross-stacking or both */
    OXDNA_BRANCH_HB,
    OXDNA_BRANCH_CRST,
    OXDNA_BRANCH_STACKS,
    OXDNA_BRANCH_CXST
};

/**
 * Sums over sites: force on q, sum of site x force, and torque on p from derivatives by its axes.
 */
struct oxdna_sum {
    struct vector force, lever, torque;
};

/** Value and derivative of a factor of a term. */
struct oxdna_factor {
    real value, slope;
};

/** A vector between sites: length, inverse length and direction. */
struct oxdna_arrow {
    real length, per_length;
    struct vector direction;
};

MODEL_FUNCTION struct oxdna_body oxdna_body_of(const struct oxdna_constants *c, int type,
                                               int charge, struct quaternion orientation)
{
    struct axes axes = axes_of(orientation);
    struct oxdna_body body = {type, axes.a1, axes.a3};
    (void)c;
    (void)charge;
    return body;
}

MODEL_FUNCTION struct oxdna_factor oxdna_factor(real value, real slope)
{
    struct oxdna_factor factor = {value, slope};
    return factor;
}

/** Returns the vector from the site at `from` * a1 of p to the site at `to` * b1 of q. */
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

/** Adds a force on q; its reaction acts on p at the site `site` * a1. */
MODEL_FUNCTION void oxdna_act(struct oxdna_sum *sum, real site, struct vector force)
{
    sum->force = plus(sum->force, force);
    sum->lever = plus_times(sum->lever, site, force);
}

MODEL_FUNCTION struct vector oxdna_torque(const struct oxdna_sum *sum, const struct oxdna_body *p)
{
    return minus(sum->torque, cross(p->a1, sum->lever));
}

#endif
