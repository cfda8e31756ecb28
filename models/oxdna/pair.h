/* The pair function, for nucleotides that are not neighbors in a strand. */
#ifndef PAIRLANES_MODELS_OXDNA_PAIR_H
#define PAIRLANES_MODELS_OXDNA_PAIR_H

#include "models/oxdna/bases.h"
#include "models/oxdna/coaxial.h"

MODEL_FUNCTION bool oxdna_within(struct vector rho, real shortest, real longest)
{
    real r2 = dot(rho, rho);
    return r2 > shortest * shortest && r2 < longest * longest;
}

/**
 * Whether any two sites are close enough to interact. Squared distances of sites are computed from
 * r and the axes, without the vectors between sites. A margin allows for rounding, including
 * rounded lengths of axes.
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
    return bases | stacks | backs | base_back; /* bitwise or evaluates all four without branches */
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

#endif
