/*
 * Atoms of water and proteins: the short range of CHARMM, NAMD and similar force fields. With r =
 * r_q - r_p, charges Q, C = 332.06371, and sigma and eps that depend on the type of an atom:
 *
 *   vdw      4 eps (s^12 - s^6) S,  s = (sigma_p/2 + sigma_q/2) / r,  eps = eps_p^1/2 eps_q^1/2
 *            S = 1 for r <= r_s, else (r_c^2 - r^2)^2 (r_c^2 + 2 r^2 - 3 r_s^2) / (r_c^2 - r_s^2)^3
 *   coulomb  C Q_p Q_q erfc(alpha r) / r                    (ewald: its part in real space)
 *            C Q_p Q_q (1/r + k r^2 - c)                    (reaction_field)
 *
 * for r < r_c, with k = (e - 1) / [(2 e + 1) r_c^3] and c = 1/r_c + k r_c^2, where e is the
 * dielectric constant beyond r_c. The force of a term U on q is -U'(r) r / r, with
 *
 *   S' = -12 r (r_c^2 - r^2) (r^2 - r_s^2) / (r_c^2 - r_s^2)^3 between r_s and r_c,
 *   [erfc(alpha r) / r]' = -[erfc(alpha r) / r + 2 alpha pi^-1/2 exp(-alpha^2 r^2)] / r.
 *
 * Alternatively, the force is looked up in tables of these functions (force=table, cubic, texture;
 * models/allatom/lookup.h).
 *
 * Atoms one, two or three bonds apart are excluded from vdw and coulomb. The sum in Fourier space
 * and the reaction field include them nevertheless. This term subtracts them:
 *
 *   excluded -C Q_p Q_q erf(alpha r) / r, or C Q_p Q_q (k r^2 - c)
 *
 * Bonds, angles, dihedrals, impropers and pairs three bonds apart are forms of models/forms/.
 *
 * Types: OW and HW are SPC/E water; the others are types of CHARMM22, with radius R = sigma /
 * 2^(5/6). H is also the hydrogen of the CHARMM22 water OT.
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
 * A file can define other types instead, with their coefficients.
 *
 * Units: A, kcal/mol, e, amu.
 *
 * The parts are files of models/allatom/: types.h, vdw.h, ways.h (ways to evaluate a force),
 * lookup.h and tables.h (tables), coulomb.h with screened.h, and pair.h; description.h is only for
 * the harness. They are compiled in four ways:
 *
 *   GPU kernels, by NVRTC                   __CUDACC__, MODEL; defines ALLATOM_KERNEL
 *   CPU kernels, by the host compiler       MODEL; defines ALLATOM_KERNEL
 *   the description, by the host compiler   MODEL, MODEL_DESCRIBE; no ALLATOM_KERNEL
 *   the harness, by the host compiler       none of these macros; it uses only types and kinds
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

/* Only kernels define ALLATOM_KERNEL: the harness calls functions of the C library instead. */
#if defined(MODEL) && !defined(MODEL_DESCRIBE)
#define ALLATOM_KERNEL
#endif

#include "models/allatom/pair.h"

#ifdef MODEL_DESCRIBE
#include "models/allatom/description.h"
#endif

#endif
