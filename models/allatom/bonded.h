/* Bonded terms: pairs that are excluded or three bonds apart, and flexible water. */
#ifndef PAIRLANES_MODELS_ALLATOM_BONDED_H
#define PAIRLANES_MODELS_ALLATOM_BONDED_H

#include "models/allatom/coulomb.h"

/** Terms of two atoms that stand for a pair, `row` of those three bonds apart; returns the force on
 * the second over r. */
MODEL_FUNCTION real allatom_pair_term(const struct allatom_constants *c, int kind,
                                      const struct allatom_row *row, real charges, real r2,
                                      struct bonded_force *f)
{
    real per_r2 = 1 / r2;
    if (kind == ALLATOM_FOURTH || kind == ALLATOM_FOURTH_HALF) {
        real weight = kind == ALLATOM_FOURTH ? (real)1 : (real)0.5;
        struct allatom_share lj = allatom_lj(c, *row, r2, per_r2, false);
        real coulomb = weight * c->coulomb14 * charges * reciprocal_sqrt(r2);
        ADD_ENERGY(f, ALLATOM_TERM_VDW14, weight * c->vdw14 * lj.energy);
        ADD_ENERGY(f, ALLATOM_TERM_COULOMB14, coulomb);
        return weight * c->vdw14 * lj.over_r + coulomb * per_r2;
    }
    struct allatom_share excluded = allatom_excluded(c, charges, r2, per_r2);
    ADD_ENERGY(f, ALLATOM_TERM_EXCLUDED, excluded.energy);
    return excluded.over_r;
}

/** Bends the angle of a water molecule, u and v the vectors from its oxygen to its hydrogens. */
MODEL_FUNCTION void allatom_water_angle(struct vector u, struct vector v, struct bonded_force *f)
{
    const real stiffness = (real)45.770, target = (real)1.9106119321581925; /* 109.47 degrees */
    real per_u = reciprocal_sqrt(dot(u, u)), per_v = reciprocal_sqrt(dot(v, v));
    u = times(per_u, u);
    v = times(per_v, v);
    real cosine = dot(u, v), sine2 = 1 - cosine * cosine;
    real bend = acos(cosine) - target;
    real slope = -2 * stiffness * bend * reciprocal_sqrt(sine2);
    f->force[0] = times(-slope * per_u, plus_times(v, -cosine, u));
    f->force[2] = times(-slope * per_v, plus_times(u, -cosine, v));
    f->force[1] = times(-1, plus(f->force[0], f->force[2]));
    ADD_ENERGY(f, ALLATOM_TERM_ANGLE, stiffness * bend * bend);
}

/** Fills the whole of f, which comes zeroed. */
MODEL_FUNCTION void allatom_bonded(const struct allatom_constants *c, int kind,
                                   const struct allatom_row *row, real charges,
                                   const struct vector *r, struct bonded_force *f)
{
    if (kind == ALLATOM_WATER_ANGLE) {
        allatom_water_angle(times(-1, r[0]), r[1], f);
        return;
    }
    real r2 = dot(r[0], r[0]), over_r;
    if (kind == ALLATOM_WATER_BOND) {
        const real stiffness = (real)412.285, length = 1;
        real stretch = sqrt(r2) - length;
        over_r = -2 * stiffness * stretch * reciprocal_sqrt(r2);
        ADD_ENERGY(f, ALLATOM_TERM_BOND, stiffness * stretch * stretch);
    } else {
        over_r = allatom_pair_term(c, kind, row, charges, r2, f);
    }
    f->force[1] = times(over_r, r[0]);
    f->force[0] = times(-1, f->force[1]);
}

#endif
