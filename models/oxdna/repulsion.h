/* Forces and repulsion between two sites. */
#ifndef PAIRLANES_MODELS_OXDNA_REPULSION_H
#define PAIRLANES_MODELS_OXDNA_REPULSION_H

#include "models/oxdna/factors.h"

/**
 * Returns the force of a product of factors: `along` is dU/d|rho|, `across` the sum of (dU/dc_k)
 * n_k over factors that depend on c_k = n_k . rho^.
 */
MODEL_FUNCTION struct vector oxdna_force(struct oxdna_arrow rho, real along, struct vector across)
{
    real outward = dot(across, rho.direction) * rho.per_length - along;
    return plus_times(times(outward, rho.direction), -rho.per_length, across);
}

/** Adds the repulsion f3 of two sites; returns its energy. */
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

/** Adds the repulsions base-base, base-backbone and backbone-base; returns their energy. */
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

#endif
