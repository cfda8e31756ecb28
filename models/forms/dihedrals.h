/*
 * Dihedrals: energies of the angle phi (models/forms/turn.h), which is 180 degrees in trans.
 *
 *   DIHEDRAL_PERIODIC  K [1 + cos(n phi - d)], n = 0, 1, 2 ...      row K, n, cos d, sin d
 *                      LAMMPS dihedral charmm: K, n, d; its weight applies to PAIR_14;
 *                      GROMACS dihedrals 1 and 9: K = k, d = phi_s. Four members may have several
 *                      terms
 *   DIHEDRAL_OPLS      (1/2) [K1 (1 + cos phi) + K2 (1 - cos 2 phi)
 *                      + K3 (1 + cos 3 phi) + K4 (1 - cos 4 phi)]   row K1, K2, K3, K4
 *                      LAMMPS dihedral opls: K1 to K4; GROMACS dihedral 5: C1 to C4
 *   DIHEDRAL_RYCKAERT_BELLEMANS
 *                      sum over n = 0 ... 5 of C_n cos^n(phi - 180 degrees)
 *                                                                   rows C0 ... C3; C4, C5, 0, 0
 *                      GROMACS dihedral 3: C0 to C5; LAMMPS dihedral multi/harmonic:
 *                      C_n = (-1)^n A_(n+1)
 *   DIHEDRAL_HARMONIC  K [1 + d cos(n phi)], d = 1 or -1            row K, d, n
 *                      LAMMPS dihedral harmonic: K, d, n
 *
 * B. R. Brooks et al., J. Comput. Chem. 4, 187 (1983) for periodic; W. L. Jorgensen, D. S. Maxwell,
 * J. Tirado-Rives, J. Am. Chem. Soc. 118, 11225 (1996) for OPLS; J.-P. Ryckaert, A. Bellemans,
 * Chem. Phys. Lett. 30, 123 (1975); S. L. Mayo, B. D. Olafson, W. A. Goddard, J. Phys. Chem. 94,
 * 8897 (1990) for harmonic.
 */
#ifndef PAIRLANES_MODELS_FORMS_DIHEDRALS_H
#define PAIRLANES_MODELS_FORMS_DIHEDRALS_H

#include "models/forms/turn.h"

MODEL_FUNCTION void form_dihedral_periodic(const struct form_row *row, const struct vector *r,
                                           struct form_force *f)
{
    struct form_turn turn = form_turn_of(r);
    form_periodic(&turn, row->k[0], row->k[1], row->k[2], row->k[3], f);
}

MODEL_FUNCTION void form_dihedral_harmonic(const struct form_row *row, const struct vector *r,
                                           struct form_force *f)
{
    struct form_turn turn = form_turn_of(r);
    form_periodic(&turn, row->k[0], row->k[2], row->k[1], 0, f);
}

/**
 * Computes the OPLS dihedral, with multiple angles as polynomials of x = cos phi: cos 2 phi = 2 x^2
 * - 1.
 */
MODEL_FUNCTION void form_dihedral_opls(const struct form_row *row, const struct vector *r,
                                       struct form_force *f)
{
    const real k1 = row->k[0], k2 = row->k[1], k3 = row->k[2], k4 = row->k[3];
    struct form_turn turn = form_turn_of(r);
    real x = turn.cosine, x2 = x * x;
    real by_x = k1 / 2 + k3 * (6 * x2 - (real)1.5) + x * (8 * k4 * (1 - 2 * x2) - 2 * k2);
    f->energy = k1 / 2 * (1 + x) + (k2 + 4 * k4 * x2) * (1 - x2) + k3 / 2 * (1 + x * (4 * x2 - 3));
    form_twist(&turn, -by_x * turn.sine, f);
}

/**
 * Computes the Ryckaert-Bellemans dihedral, a polynomial of x = cos(phi - 180 degrees) = -cos phi.
 */
MODEL_FUNCTION void form_dihedral_ryckaert_bellemans(const struct form_row *row,
                                                     const struct vector *r, struct form_force *f)
{
    const real c0 = row[0].k[0], c1 = row[0].k[1], c2 = row[0].k[2], c3 = row[0].k[3];
    const real c4 = row[1].k[0], c5 = row[1].k[1];
    struct form_turn turn = form_turn_of(r);
    real x = -turn.cosine;
    real by_x = c1 + x * (2 * c2 + x * (3 * c3 + x * (4 * c4 + x * 5 * c5)));
    f->energy = c0 + x * (c1 + x * (c2 + x * (c3 + x * (c4 + x * c5))));
    form_twist(&turn, by_x * turn.sine, f);
}

#endif
