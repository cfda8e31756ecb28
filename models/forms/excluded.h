/*
 * Corrections of excluded pairs. A sum over all pairs of charges Q also contains excluded pairs.
 * These terms subtract them. `charges` is C Q_p Q_q.
 *
 *   excluded_ewald  -C Q_p Q_q erf(alpha r) / r        the sum in Fourier space of Ewald and PME
 *   excluded_field  C Q_p Q_q (k r^2 - c)              the reaction field
 *
 * With x = alpha r, the force of the first term on q, divided by r, is -C Q_p Q_q alpha^3 g(x),
 *
 *   g(x) = [erf(x) / x - 2 pi^(-1/2) exp(-x^2)] / x^2
 *        = 4 pi^(-1/2) sum over m = 0, 1 ... of (-x^2)^m / [m! (2 m + 3)],
 *   erf(x) / x = 2 pi^(-1/2) sum over m = 0, 1 ... of (-x^2)^m / [m! (2 m + 1)].
 *
 * The difference in g loses digits at small x. For x^2 < 1/4, the series up to x^20 is accurate to
 * all digits.
 *
 * Operations for the forces, as in list.h: excluded_ewald 47 by the series, otherwise 20 and 3
 * special ones; excluded_field 5.
 *
 * LAMMPS: pair styles coul/long with special_bonds; GROMACS: exclusions with coulombtype PME and
 * Reaction-Field. U. Essmann et al., J. Chem. Phys. 103, 8577 (1995); I. G. Tironi et al., J. Chem.
 * Phys. 102, 5451 (1995).
 */
#ifndef PAIRLANES_MODELS_FORMS_EXCLUDED_H
#define PAIRLANES_MODELS_FORMS_EXCLUDED_H

#include "models/forms/row.h"

/** Values of erf(x) / x and g(x). */
struct excluded_smooth {
    real value, slope;
};

/** Returns erf(x) / x and g(x) for x^2 = y, by the series up to m = 10 (Horner's rule). */
MODEL_FUNCTION struct excluded_smooth excluded_series(real y)
{
    const real scale = (real)1.1283791670955126; /* 2 pi^(-1/2) */
    struct excluded_smooth sum = {0, 0};
    MODEL_UNROLL
    for (int m = 10; m >= 0; m--) {
        sum.value = 1 / (real)(2 * m + 1) - y / (real)(m + 1) * sum.value;
        sum.slope = 1 / (real)(2 * m + 3) - y / (real)(m + 1) * sum.slope;
    }
    sum.value *= scale;
    sum.slope *= 2 * scale;
    return sum;
}

/** Returns erf(x) / x and g(x) for x^2 = y, by functions of the C library. */
MODEL_FUNCTION struct excluded_smooth excluded_by_erf(real y)
{
    const real scale = (real)1.1283791670955126; /* 2 pi^(-1/2) */
    struct excluded_smooth smooth;
    real per_x = reciprocal_sqrt(y);
    smooth.value = erf(y * per_x) * per_x;
    smooth.slope = (smooth.value - scale * exp(-y)) * (per_x * per_x);
    return smooth;
}

MODEL_FUNCTION void excluded_ewald(real charges, real alpha, struct vector r, struct form_force *f)
{
    const real series_reach = (real)0.25;
    real y = alpha * alpha * dot(r, r);
    struct excluded_smooth smooth = y < series_reach ? excluded_series(y) : excluded_by_erf(y);
    f->energy = -charges * alpha * smooth.value;
    form_stretch(r, -charges * alpha * alpha * alpha * smooth.slope, f);
}

MODEL_FUNCTION void excluded_field(real charges, real k, real c, struct vector r,
                                   struct form_force *f)
{
    f->energy = charges * (k * dot(r, r) - c);
    form_stretch(r, -2 * charges * k, f);
}

#endif
