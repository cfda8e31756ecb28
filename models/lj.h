/*
 * Lennard-Jones, truncated at r_c, with the three conventions in use (`shift`):
 *
 *   none    U(r) = 4 eps [(sigma/r)^12 - (sigma/r)^6]
 *   energy  U(r) - U(r_c)                                       (same force as `none`)
 *   force   U(r) - U(r_c) - (r - r_c) U'(r_c)                    (the force vanishes at r_c)
 *
 * for r < r_c, and 0 beyond. The force on q, with r = r_q - r_p and s = (sigma/r)^6, is F_q = [24
 * eps (2 s^2 - s) / r^2 + U'(r_c) / r] r, where the second term is only for `force`.
 *
 * parameter  unit     meaning
 * epsilon    epsilon  depth of the well
 * sigma      sigma    distance where U = 0
 * cutoff     sigma    r_c
 *
 * L. Rovigatti, P. Sulc, I. Z. Reguly, F. Romano, J. Comput. Chem. 36, 1 (2015), eq. 1;
 * J. E. Jones, Proc. R. Soc. A 106, 463 (1924).
 */
#ifndef PAIRLANES_MODELS_LJ_H
#define PAIRLANES_MODELS_LJ_H

#define MODEL_IN_UNITS

#include "models/model.h"

struct lj_constants {
    real cutoff2;      /* r_c^2 */
    real force12;      /* 48 eps sigma^12 */
    real force6;       /* 24 eps sigma^6 */
    real energy12;     /* 4 eps sigma^12 */
    real energy6;      /* 4 eps sigma^6 */
    real cutoff;       /* r_c */
    real energy_shift; /* U(r_c); 0 for shift `none` */
    real force_shift;  /* U'(r_c) for shift `force`, else 0 */
};

MODEL_FUNCTION bool lj_pair(const struct lj_constants *c, real dx, real dy, real dz,
                            struct pair_force *f)
{
    real r2 = multiply_add(dz, dz, multiply_add(dy, dy, dx * dx));
    bool inside = r2 < c->cutoff2;
    real per_r2 = 1 / r2;
    real per_r6 = per_r2 * per_r2 * per_r2;
    real force12 = UNITS * c->force12, force6 = UNITS * c->force6;
    real over_r = multiply_add(force12, per_r6, -force6) * per_r6 * per_r2;
    real energy = (c->energy12 * per_r6 - c->energy6) * per_r6 - c->energy_shift;
    if (c->force_shift != 0) {
        real r = sqrt(r2);
        over_r += UNITS * c->force_shift / r;
        energy -= c->force_shift * (r - c->cutoff);
    }
    over_r = inside ? over_r : 0;
    f->x = over_r * dx;
    f->y = over_r * dy;
    f->z = over_r * dz;
    f->energy = inside ? UNITS * energy : 0;
    return inside;
}

#ifdef MODEL_DESCRIBE
#include "models/lj/description.h"
#endif

#endif
