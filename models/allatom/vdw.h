/* The Lennard-Jones interaction and its switch: vdw of models/allatom.h. */
#ifndef PAIRLANES_MODELS_ALLATOM_VDW_H
#define PAIRLANES_MODELS_ALLATOM_VDW_H

#include "models/allatom/types.h"

/** Contribution of a term to a pair: energy, and force on q divided by r. */
struct allatom_share {
    real energy, over_r;
};

/** Returns a number clamped to [0, 1]. */
MODEL_FUNCTION real allatom_saturated(real x)
{
    /* GPUs clamp with one instruction in single precision */
#ifdef __CUDACC__
    return fmin(fmax(x, (real)0), (real)1); /* this is one instruction in single precision */
#else
    x = x > 0 ? x : (real)0;
    return x < 1 ? x : (real)1;
#endif
}

/**
 * Returns the Lennard-Jones interaction; if `switched`, times S = u^2 (3 - 2 u), where u = (r_c^2 -
 * r^2) / (r_c^2 - r_s^2) is limited to 1.
 */
MODEL_FUNCTION struct allatom_share allatom_lj(const struct allatom_constants *c,
                                               struct allatom_row row, real r2, real per_r2,
                                               bool switched)
{
    const real per_r6 = per_r2 * per_r2 * per_r2, repulsion = row.repulsion * per_r6;
    real energy6 = (real)0.5 * repulsion - row.attraction;
    real over_r = (repulsion - row.attraction) * per_r2;
    if (switched) {
        /* CPU kernels discard results beyond the cut-off; all others use them */
#if defined(ALLATOM_KERNEL) && !defined(__CUDACC__)
        /* `left` is negative beyond the cut-off; CPU strategies discard such results. */
        const real share = c->switch_end - r2 * c->per_width, left = share < 1 ? share : (real)1;
#else
        const real left = allatom_saturated(c->switch_end - r2 * c->per_width);
#endif
        const real slope = 2 * c->per_width - 2 * c->per_width * left;
        const real factor = left * (3 - 2 * left);
        over_r = left * (factor * over_r + energy6 * slope);
        energy6 *= left * factor;
    }
    struct allatom_share lj;
    lj.energy = energy6 * per_r6 / 6;
    lj.over_r = over_r * per_r6;
    return lj;
}

/** Whether vdw has a switch. */
MODEL_FUNCTION bool allatom_is_switched(const struct allatom_constants *c)
{
    /* CPU loops compiled for one variant */
#ifndef __CUDACC__
    if (c->way == ALLATOM_SETTLED + ALLATOM_OF_EWALD ||
        c->way == ALLATOM_SETTLED + ALLATOM_OF_FIELD ||
        c->way == ALLATOM_SETTLED + ALLATOM_OF_SMOOTH)
        return false;
    if (c->way == ALLATOM_SETTLED + ALLATOM_OF_EWALD_SWITCHED ||
        c->way == ALLATOM_SETTLED + ALLATOM_OF_FIELD_SWITCHED ||
        c->way == ALLATOM_SETTLED + ALLATOM_OF_SMOOTH_SWITCHED)
        return true;
#endif
    return c->per_width > 0;
}

/**
 * Returns the term vdw of a pair. `row` is NULL for particles without Lennard-Jones interaction.
 */
MODEL_FUNCTION struct allatom_share allatom_vdw(const struct allatom_constants *c,
                                                const struct allatom_row *row, real r2, real per_r2)
{
    if (!row) {
        const struct allatom_share nothing = {0, 0};
        return nothing;
    }
    return allatom_lj(c, *row, r2, per_r2, allatom_is_switched(c));
}

#endif
