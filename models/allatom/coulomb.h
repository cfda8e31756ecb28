/* Electrostatics: the terms coulomb and excluded of models/allatom.h. */
#ifndef PAIRLANES_MODELS_ALLATOM_COULOMB_H
#define PAIRLANES_MODELS_ALLATOM_COULOMB_H

#include "models/allatom/screened.h"
#include "models/allatom/ways.h"
#include "models/forms/excluded.h"

/** Powers of a distance r that interactions use. */
struct allatom_distance {
    real r2, per_r, per_r2;
    real t; /* t(x) of models/allatom/screened.h with x = alpha r */
};

/**
 * Computes all powers with one square root and one division. On a CPU each of the two takes longer
 * than the rest of a pair.
 */
MODEL_FUNCTION struct allatom_distance allatom_distance_of(const struct allatom_constants *c,
                                                           real r2)
{
    struct allatom_distance d;
    d.r2 = r2;
    /* three versions: harness, GPU kernels, CPU kernels */
#ifndef ALLATOM_KERNEL
    (void)c;
    d.per_r = reciprocal_sqrt(r2);
    d.per_r2 = 1 / r2;
    d.t = 0;
#elif defined(__CUDACC__)
    d.per_r = reciprocal_sqrt(r2);
    d.per_r2 = d.per_r * d.per_r;
    d.t = SCREENED_NEAR / (SCREENED_NEAR + c->alpha * (r2 * d.per_r));
#else
    const bool screens = allatom_is_ewald(c) && !allatom_is_smooth(c);
    real r = sqrt(r2), far = SCREENED_NEAR + c->alpha * r, sum = screens ? far : (real)1;
    real quotient = 1 / (r2 * sum);
    d.per_r2 = quotient * sum;
    d.per_r = d.per_r2 * r;
    d.t = screens ? SCREENED_NEAR * (quotient * r2) : SCREENED_NEAR / far; /* energies need t */
#endif
    return d;
}

/** Values of exp(-(alpha r)^2) and erfc(alpha r). */
struct allatom_screened {
    real gauss, erfc;
};

MODEL_FUNCTION struct allatom_screened allatom_screened(const struct allatom_constants *c,
                                                        const struct allatom_distance *d)
{
    struct allatom_screened screened;
    /* the harness calls the C library, kernels call functions of screened.h */
#ifndef ALLATOM_KERNEL
    real x = c->alpha * d->r2 * d->per_r;
    screened.gauss = exp(-x * x);
    screened.erfc = erfc(x);
#else
    screened.gauss = gauss(c->alpha2 * d->r2);
    screened.erfc = screened.gauss * scaled_erfc(d->t);
#endif
    return screened;
}

/** Returns the interaction of two charges; `charges` is their product times C. */
MODEL_FUNCTION struct allatom_share allatom_coulomb(const struct allatom_constants *c, real charges,
                                                    const struct allatom_distance *d)
{
    struct allatom_share coulomb;
    if (allatom_is_ewald(c)) {
        const struct allatom_screened of = allatom_screened(c, d);
        real screened = of.erfc * d->per_r;
        coulomb.energy = charges * screened;
        coulomb.over_r = charges * (screened + c->slope * of.gauss) * d->per_r2;
        /* GPU kernels apply alpha2 and alpha3 themselves, CPU kernels pass them to smooth_slope */
#if defined(ALLATOM_KERNEL) && defined(__CUDACC__)
        if (allatom_is_smooth(c))
            coulomb.over_r =
                charges * (d->per_r * d->per_r2 -
                           c->alpha3 * (real)smooth_slope((float)(c->alpha2 * d->r2), 1, 1));
#elif defined(ALLATOM_KERNEL)
        if (allatom_is_smooth(c))
            coulomb.over_r =
                charges * (d->per_r * d->per_r2 -
                           (real)smooth_slope((float)d->r2, (float)c->alpha2, (float)c->alpha3));
#endif
    } else {
        coulomb.energy = charges * (d->per_r + c->field * d->r2 - c->shift);
        coulomb.over_r = charges * (d->per_r * d->per_r2 - 2 * c->field);
    }
    return coulomb;
}

/** Fills f, the force and energy of an excluded pair; the caller zeroes f. */
MODEL_FUNCTION void allatom_bonded(const struct allatom_constants *c, int form, real charges,
                                   const struct vector *r, struct bonded_force *f)
{
    struct form_force excluded;
    (void)form;
    if (allatom_is_ewald(c))
        excluded_ewald(charges, c->alpha, r[0], &excluded);
    else
        excluded_field(charges, c->field, c->shift, r[0], &excluded);
    f->force[0] = excluded.force[0];
    f->force[1] = excluded.force[1];
    ADD_ENERGY(f, ALLATOM_TERM_EXCLUDED, excluded.energy);
}

#endif
