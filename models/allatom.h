/*
 * Atoms of water and proteins: the short range of CHARMM, NAMD and similar force fields. With r =
 * r_q - r_p, charges Q, C = 332.06371, and of each atom sigma and eps by its type:
 *
 *   vdw      4 eps (s^12 - s^6) S,  s = (sigma_p/2 + sigma_q/2) / r,  eps = eps_p^1/2 eps_q^1/2
 *            S = 1 for r <= r_s, else (r_c^2 - r^2)^2 (r_c^2 + 2 r^2 - 3 r_s^2) / (r_c^2 - r_s^2)^3
 *   coulomb  C Q_p Q_q erfc(alpha r) / r                    (ewald: its part in real space)
 *            C Q_p Q_q (1/r + k r^2 - c)                    (reaction_field)
 *
 * for r < r_c. k = (e - 1) / [(2 e + 1) r_c^3], c = 1/r_c + k r_c^2, e the dielectric constant
 * beyond r_c. The force on q, of each term U, is -U'(r) r / r, with
 *
 *   S' = -12 r (r_c^2 - r^2) (r^2 - r_s^2) / (r_c^2 - r_s^2)^3 between r_s and r_c,
 *   [erfc(alpha r) / r]' = -[erfc(alpha r) / r + 2 alpha pi^-1/2 exp(-alpha^2 r^2)] / r.
 *
 * Or the force is looked up in a table of the above (force=table, cubic, texture;
 * models/allatom/lookup.h).
 *
 * Atoms one, two or three bonds apart are excluded. Instead of vdw and coulomb they have, for the
 * part in Fourier space and the reaction field include them,
 *
 *   excluded -C Q_p Q_q erf(alpha r) / r, or C Q_p Q_q (k r^2 - c)
 *
 * Bonds, angles, dihedrals, impropers and pairs three bonds apart are forms of models/forms/.
 *
 * Types: OW and HW are those of SPC/E water; the others those of CHARMM22 that have a radius
 * R = sigma / 2^(5/6) each. H is the hydrogen of its water OT, too.
 *
 *        eps      R       1-4: eps, R            eps      R       1-4: eps, R
 *   C    0.11     2.0                     CT2    0.055    2.175   0.01  1.9
 *   CT3  0.08     2.06    0.01  1.9       CA     0.07     1.9924
 *   O    0.12     1.7     0.12  1.4       OH1    0.1521   1.77
 *   HB   0.022    1.32                    H      0.046    0.2245
 *   NH1  0.20     1.85    0.20  1.55      HP     0.03     1.3582
 *   CT1  0.02     2.275   0.01  1.9       S      0.45     2.0
 *   OW   0.155394268, sigma 3.16555789    OT     0.1521, sigma 3.15057
 *   HW   0
 *
 * Or the types are those of a force field, with what its file says of each.
 *
 * Units: A, kcal/mol, e, amu.
 *
 * The parts are files of models/allatom/: types.h, vdw.h, ways.h (of evaluating), lookup.h
 * and tables.h (tables), coulomb.h with screened.h, pair.h; and description.h, for the
 * harness alone. They are compiled by
 *
 *   NVRTC, kernels of a GPU       __CUDACC__, MODEL: and so ALLATOM_KERNEL
 *   the CPU's, kernels of a CPU   MODEL: and so ALLATOM_KERNEL
 *   the CPU's, the description    MODEL, MODEL_DESCRIBE: no ALLATOM_KERNEL
 *   the CPU's, the harness        none of them, for what it takes of types and kinds
 *
 * J. C. Phillips et al., SC07 (2007) and J. E. Stone et al., J. Comput. Chem. 28, 2618 (2007) for
 * the kernel; A. D. MacKerell et al., J. Phys. Chem. B 102, 3586 (1998) for CHARMM22; B. R. Brooks
 * et al., J. Comput. Chem. 4, 187 (1983) for S; H. J. C. Berendsen et al., J. Phys. Chem. 91, 6269
 * (1987) for SPC/E; I. G. Tironi et al., J. Chem. Phys. 102, 5451 (1995) for the reaction field.
 */
#ifndef PAIRLANES_MODELS_ALLATOM_H
#define PAIRLANES_MODELS_ALLATOM_H

#define MODEL_ROW
#define MODEL_CHARGES  coulomb
#define MODEL_BONDED   2
#define MODEL_VARIANTS (sizeof(real) == 4 ? 8 : 6)

#include "models/model.h"

/* The harness itself, unlike kernels, calls the C library's functions. */
#if defined(MODEL) && !defined(MODEL_DESCRIBE)
#define ALLATOM_KERNEL
#endif

#include "models/allatom/pair.h"

#ifdef MODEL_DESCRIBE
#include "models/allatom/description.h"
#endif

#endif
