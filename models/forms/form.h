/*
 * Bonded forms: energies and forces of bonded terms of two, three or four particles. Any model may
 * use any of them. Numbers are in the model's units, angles in radians.
 *
 *   bonds.h      BOND_HARMONIC       K (r - r0)^2
 *                BOND_FENE           -(K / 2) R0^2 ln[1 - (r / R0)^2], and a repulsion
 *   angles.h     ANGLE_HARMONIC      K (theta - theta0)^2
 *                ANGLE_COSINE        K (1 + cos theta)
 *                ANGLE_COSINE_SQUARED  K (cos theta - cos theta0)^2
 *                ANGLE_UREY_BRADLEY  K (theta - theta0)^2 + K' (s - s0)^2
 *   dihedrals.h  DIHEDRAL_PERIODIC   K [1 + cos(n phi - d)]
 *                DIHEDRAL_OPLS       (1/2) sum over n = 1 ... 4 of K_n [1 - (-1)^n cos(n phi)]
 *                DIHEDRAL_RYCKAERT_BELLEMANS  sum over n = 0 ... 5 of C_n cos^n(phi - 180 degrees)
 *                DIHEDRAL_HARMONIC   K [1 + d cos(n phi)]
 *   impropers.h  IMPROPER_HARMONIC   K (chi - chi0)^2
 *                IMPROPER_PERIODIC   K [1 + cos(n phi - d)]
 *   pairs.h      PAIR_14             A / (12 r^12) - B / (6 r^6) + D / r
 *
 * A form is a row of models/forms/list.h and a function
 *
 *   form_name(row, r, f)  r[k] is the vector from member k to member k + 1, the nearest image.
 *                         Fills the forces on the members and the energy
 *
 * Each file explains its rows, and lists the LAMMPS style and the GROMACS function type of a form.
 * As in LAMMPS, there is no factor 1/2 before K. excluded.h has the corrections of excluded pairs.
 * They depend on the electrostatics of a model instead of a row.
 */
#ifndef PAIRLANES_MODELS_FORMS_FORM_H
#define PAIRLANES_MODELS_FORMS_FORM_H

#include "models/forms/angles.h"
#include "models/forms/bonds.h"
#include "models/forms/dihedrals.h"
#include "models/forms/impropers.h"
#include "models/forms/pairs.h"

/*
 * Bit k is set if terms of form k occur. Kernels that are compiled for a system contain only its
 * forms.
 */
#ifndef FORMS_USED
#define FORMS_USED ((1U << FORMS) - 1)
#endif

/**
 * Fills the forces on the members of a term, and its energy. The form has to be in FORMS_USED. If
 * the form has fewer than four members, the other forces are 0.
 */
MODEL_FUNCTION void form_evaluate(int form, const struct form_row *row, const struct vector *r,
                                  struct form_force *f)
{
    MODEL_UNROLL
    for (int k = 0; k < FORM_MEMBERS; k++)
        f->force[k] = vector(0, 0, 0);
    f->energy = 0;
    f->coulomb = 0;
    switch (form) {
#define FORM(NAME, name, members, rows, term, flops, special)                                      \
    case FORM_##NAME:                                                                              \
        if ((FORMS_USED >> FORM_##NAME & 1) != 0)                                                  \
            form_##name(row, r, f);                                                                \
        break;
#include "models/forms/list.h"
#undef FORM
    default:
        break;
    }
}

#endif
