/*
 * Pairs three bonds apart, with r the distance and charges Q:
 *
 *   PAIR_14  A / (12 r^12) - B / (6 r^6) + D / r     row A, B, D
 *
 *   A = 12 f_v 4 eps sigma^12, B = 6 f_v 4 eps sigma^6, D = f_c C Q_p Q_q
 *
 * for all r. The energies of the two parts are reported separately. eps and sigma may be specific
 * to such pairs; f_v and f_c are scaling factors. C is 332.06371 kcal/mol A/e^2 in LAMMPS units
 * real, 138.935458 kJ/mol nm/e^2 in GROMACS. LAMMPS: pair 1-4 of dihedral charmm, f_v = f_c = its
 * weight, or special_bonds; GROMACS: pair 1, f_c = fudgeQQ. W. D. Cornell et al., J. Am. Chem. Soc.
 * 117, 5179 (1995).
 */
#ifndef PAIRLANES_MODELS_FORMS_PAIRS_H
#define PAIRLANES_MODELS_FORMS_PAIRS_H

#include "models/forms/row.h"

MODEL_FUNCTION void form_pair_14(const struct form_row *row, const struct vector *r,
                                 struct form_force *f)
{
    real r2 = dot(r[0], r[0]), per_r2 = 1 / r2, per_r6 = per_r2 * per_r2 * per_r2;
    real repulsion = row->k[0] * per_r6 * per_r6, attraction = row->k[1] * per_r6;
    real coulomb = row->k[2] * reciprocal_sqrt(r2);
    f->coulomb = coulomb;
    f->energy = repulsion / 12 - attraction / 6 + coulomb;
    form_stretch(r[0], (repulsion - attraction + coulomb) * per_r2, f);
}

#endif
