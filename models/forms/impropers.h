/*
 * Impropers: energies of the angle phi of models/forms/turn.h, between the planes of members 0, 1,
 * 2 and of members 1, 2, 3.
 *
 *   IMPROPER_HARMONIC  K (chi - chi0)^2                          row K, cos chi0, sin chi0, mirror
 *                      The difference is wrapped to -180 ... 180 degrees. mirror 0: chi is phi;
 *                      mirror 1: chi is |phi|, so that a mirror image has the same energy.
 *                      LAMMPS improper harmonic: K, chi0, mirror 1;
 *                      GROMACS dihedral 2: K = k / 2, chi0 = xi_0, mirror 0
 *   IMPROPER_PERIODIC  K [1 + cos(n phi - d)], n = 0, 1, 2 ...   row K, n, cos d, sin d
 *                      LAMMPS improper cvff: K, n; its d is cos d;
 *                      GROMACS dihedral 4: K = k, d = phi_s
 *
 * B. R. Brooks et al., J. Comput. Chem. 4, 187 (1983) for harmonic; P. Dauber-Osguthorpe et al.,
 * Proteins 4, 31 (1988) for periodic.
 */
#ifndef PAIRLANES_MODELS_FORMS_IMPROPERS_H
#define PAIRLANES_MODELS_FORMS_IMPROPERS_H

#include "models/forms/turn.h"

MODEL_FUNCTION void form_improper_harmonic(const struct form_row *row, const struct vector *r,
                                           struct form_force *f)
{
    const real stiffness = row->k[0], cosine = row->k[1], sine = row->k[2], mirror = row->k[3];
    struct form_turn turn = form_turn_of(r);
    real sign = mirror != 0 && turn.sine < 0 ? (real)-1 : (real)1;
    real chi_sine = sign * turn.sine;
    real bend =
        atan2(chi_sine * cosine - turn.cosine * sine, turn.cosine * cosine + chi_sine * sine);
    f->energy = stiffness * bend * bend;
    form_twist(&turn, 2 * stiffness * sign * bend, f);
}

MODEL_FUNCTION void form_improper_periodic(const struct form_row *row, const struct vector *r,
                                           struct form_force *f)
{
    struct form_turn turn = form_turn_of(r);
    form_periodic(&turn, row->k[0], row->k[1], row->k[2], row->k[3], f);
}

#endif
