/* Selection of the way in which a force is evaluated, at compile time where possible. */
#ifndef PAIRLANES_MODELS_ALLATOM_WAYS_H
#define PAIRLANES_MODELS_ALLATOM_WAYS_H

#include "models/allatom/vdw.h"

#include "models/lookup.h"

#include "models/allatom/lookup.h"

/** Returns the way of evaluation (enum allatom_way); a compile-time constant where possible. */
MODEL_FUNCTION real allatom_way(const struct allatom_constants *c)
{
    /* CPU loops compiled for one variant */
#ifndef __CUDACC__
    if (c->way >= ALLATOM_SETTLED) {
        static const enum allatom_way ways[] = {
            [ALLATOM_OF_EWALD] = ALLATOM_EWALD,   [ALLATOM_OF_EWALD_SWITCHED] = ALLATOM_EWALD,
            [ALLATOM_OF_FIELD] = ALLATOM_FIELD,   [ALLATOM_OF_FIELD_SWITCHED] = ALLATOM_FIELD,
            [ALLATOM_OF_LINEAR] = ALLATOM_LINEAR, [ALLATOM_OF_CUBIC] = ALLATOM_CUBIC,
            [ALLATOM_OF_SMOOTH] = ALLATOM_EWALD,  [ALLATOM_OF_SMOOTH_SWITCHED] = ALLATOM_EWALD};
        return (real)ways[(int)c->way - ALLATOM_SETTLED];
    }
#endif
    return c->way;
}

MODEL_FUNCTION bool allatom_is_ewald(const struct allatom_constants *c)
{
    const real way = allatom_way(c);
    return way == ALLATOM_EWALD || (way != ALLATOM_FIELD && c->ewald != 0);
}

/**
 * Whether smooth_slope computes the electrostatic forces: in single precision, if (alpha r_c)^2 is
 * at most SMOOTH_REACH.
 */
MODEL_FUNCTION bool allatom_is_smooth(const struct allatom_constants *c)
{
    /* false in the harness; a compile-time constant in CPU loops compiled for one variant */
#ifndef ALLATOM_KERNEL
    (void)c;
    return false;
#else
#ifndef __CUDACC__
    if (c->way >= ALLATOM_SETTLED)
        return c->way >= ALLATOM_SETTLED + ALLATOM_OF_SMOOTH;
#endif
    return sizeof(real) == 4 && c->alpha2 * c->cutoff2 <= SMOOTH_REACH;
#endif
}

/* Variants of CPU kernels (MODEL_VARIANTS). */
#if defined(ALLATOM_KERNEL) && !defined(__CUDACC__)
/** Returns the variant of loops that these constants select. */
MODEL_FUNCTION int allatom_variant(const struct allatom_constants *c)
{
    const int switched = allatom_is_switched(c);
    if (c->way == ALLATOM_LINEAR || c->way == ALLATOM_CUBIC)
        return c->way == ALLATOM_LINEAR ? ALLATOM_OF_LINEAR : ALLATOM_OF_CUBIC;
    if (c->way == ALLATOM_FIELD)
        return ALLATOM_OF_FIELD + switched;
    return (allatom_is_smooth(c) ? ALLATOM_OF_SMOOTH : ALLATOM_OF_EWALD) + switched;
}

/** Makes `variant` a compile-time constant within the constants. */
MODEL_FUNCTION void allatom_settle(struct allatom_constants *c, int variant)
{
    c->way = (real)(ALLATOM_SETTLED + variant);
}
#endif

#endif
