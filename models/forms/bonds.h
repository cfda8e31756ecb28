/*
 * Bonds of two members, r the distance between them.
 *
 *   BOND_HARMONIC  K (r - r0)^2                                          row K, r0
 *                  LAMMPS bond harmonic: K, r0; GROMACS bond 1: K = k_b / 2, r0 = b_0
 *   BOND_FENE      -(K / 2) R0^2 ln[1 - (r / R0)^2]
 *                  + 4 eps [(sigma/r)^12 - (sigma/r)^6] + eps            row K, R0, eps, sigma
 *                  where the second line applies for r < 2^(1/6) sigma. For r >= R0 force and
 *                  energy are NaN.
 *                  LAMMPS bond fene: K, R0, eps, sigma; GROMACS bond 7: K = k_b, R0 = b_m, eps = 0
 *
 * K. Kremer, G. S. Grest, J. Chem. Phys. 92, 5057 (1990) for FENE.
 */
#ifndef PAIRLANES_MODELS_FORMS_BONDS_H
#define PAIRLANES_MODELS_FORMS_BONDS_H

#include "models/forms/row.h"

MODEL_FUNCTION void form_bond_harmonic(const struct form_row *row, const struct vector *r,
                                       struct form_force *f)
{
    const real stiffness = row->k[0], length = row->k[1];
    real r2 = dot(r[0], r[0]), per_r = reciprocal_sqrt(r2);
    real stretch = r2 * per_r - length;
    f->energy = stiffness * stretch * stretch;
    form_stretch(r[0], -2 * stiffness * stretch * per_r, f);
}

MODEL_FUNCTION void form_bond_fene(const struct form_row *row, const struct vector *r,
                                   struct form_force *f)
{
    const real stiffness = row->k[0], limit = row->k[1], depth = row->k[2], sigma = row->k[3];
    const real limit2 = limit * limit, sigma2 = sigma * sigma;
    const real minimum2 = (real)1.2599210498948732; /* 2^(1/3) */
    real r2 = dot(r[0], r[0]), per_r2 = 1 / r2;
    real s2 = sigma2 * per_r2, s6 = s2 * s2 * s2;
    real per_gap = reciprocal_sqrt(limit2 - r2), spring = stiffness * limit2 * per_gap * per_gap;
    real repulsion = r2 < minimum2 * sigma2 ? depth : (real)0;
    f->energy =
        -stiffness / 2 * limit2 * log(1 - r2 / limit2) + repulsion * (4 * s6 * (s6 - 1) + 1);
    form_stretch(r[0], 24 * repulsion * s6 * (2 * s6 - 1) * per_r2 - spring, f);
}

#endif
