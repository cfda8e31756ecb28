/*
 * BRAHMS-style coarse-grained lipids in water, with the ELBA force field for lipids. Water is one
 * dipole (ELBA) or a soft sticky dipole (SSD). Every term and its first derivative vanish at the
 * cut-off r_c. With r = r_q - r_p, x = r / r_c, dipoles m = mu a3, charges Q, C = 332.06371:
 *
 *   Lennard-Jones  4 eps {s^12 - s^6 + [6 s_c^12 - 3 s_c^6] x^2 - 7 s_c^12 + 4 s_c^6}, s = sigma/r
 *   charges        C Q_p Q_q (1 - x)^2 / r
 *   charge, dipole C G [Q_q m_p - Q_p m_q].r / r^3,              G = 1 - 3 x^2 + 2 x^3
 *   dipoles        C B [m_p.m_q / r^3 - 3 (m_p.r)(m_q.r) / r^5], B = 1 - 4 x^3 + 3 x^4
 *   sticky         (1/2) {v0 s(r) [w(u_p) + w(u_q)] + v0' s'(r) [w'(u_p) + w'(u_q)]}
 *
 * The sticky term acts between two SSD waters. u = (X, Y, Z) is the direction to the other molecule
 * in the body's frame (z along the dipole, the molecule in the plane of y and z).
 * w = 2 (X^2 - Y^2) Z, w' = (Z - 0.6)^2 (Z + 0.8)^2 - w0, and s falls from 1 at r_L to 0 at r_U as
 * (r_U - r)^2 (r_U + 2 r - 3 r_L) / (r_U - r_L)^3.
 *
 * Bonded terms: K (r - r0)^2, K (cos theta - cos theta0)^2, and K (cos gamma - 1)^2 with gamma
 * between a bead's dipole and the vector to another bead.
 *
 * bead       charge  dipole  mass  inertia   water  dipole  sigma  v0, v0'   r_L   r_U   r_L'  r_U'
 *            e       e A     amu   amu A^2          D       A      kcal/mol  A     A     A     A
 * water      0       .54132  40    100       elba   2.6     3.050
 * choline    +0.7    0       90              ssd    2.35    3.051  3.7284    2.75  3.35  2.75  4.00
 * phosphate  -0.7    0       90              ssd1   2.35    3.016  3.6613    2.75  3.35  2.75  4.00
 * glycerol   0       .33312  62    1000      ssd_e  2.42    3.035  3.90      2.40  3.80  2.75  3.35
 * ester      0       .41640  62    1000
 * tail       0       0       42              eps 0.550 (elba), 0.152 (ssd) kcal/mol; w0 0.07715
 * amine      +0.7    0       42
 *
 * A Gay-Berne bead (parameter tail=gay_berne) is an ellipsoid, its z axis the long one, that stands
 * for two tail beads: as broad as one, 4.500 A, and longer by a bond, 8.550 A. Its interactions
 * follow models/gay_berne.h: two attract each other twice as strongly side by side as end to end.
 * End to end, it interacts with every bead as strongly as a tail bead; at its side, it has the same
 * sigma. It takes part in no other pair term. BRAHMS had such beads, but its parameters were not
 * published; the parameters are chosen here, their form is from the literature. Mass 84 amu;
 * moments of inertia 392 amu A^2 across its axis, as for a solid ellipsoid, and 0 about it.
 *
 * With lipids, SSD water interacts like an ELBA bead. Its mass is 18.0153 amu, its moments about x,
 * y and z are 1.7696, 0.6145 and 1.1550 amu A^2.
 *
 * Units: Angstrom, kcal/mol, e, amu; kcal/mol/A^3 are 68568.415 atm. Lengths of bonds:
 * chol-phos 4.770, amine-phos 4.365, phos-glyc 4.410, glyc-ester 4.140, ester-tail 4.095,
 * tail-tail 4.050, and 2.025 more for each end that is the middle of a Gay-Berne bead, K = 1.506.
 * Angles 115, 90, 180 and 120 degrees, K = 3.585. Dipole angles, K = 1.195.
 *
 * The parts are files of models/brahms/: types.h, constants.h, bead.h, sticky.h, ellipsoids.h (by
 * models/gay_berne.h), charges.h, pair.h and bonded.h; sums.h, for GPU kernels; and description.h,
 * only for the harness (MODEL_DESCRIBE).
 *
 * A. Shkurti, M. Orsi, E. Macii, E. Ficarra, A. Acquaviva, J. Comput. Chem. 34, 803 (2013);
 * M. Orsi, J. W. Essex, PLoS ONE 6, e28637 (2011) for the lipids; M. Orsi, S. Michel-Guillou,
 * J. W. Essex, J. Phys. Condens. Matter 22, 155106 (2010); T. Ichiye, Y. Liu, J. Phys. Chem. 100,
 * 2723 (1996), and C. J. Fennell, J. D. Gezelter, J. Chem. Phys. 120, 9175 (2004) for SSD.
 */
#ifndef PAIRLANES_MODELS_BRAHMS_H
#define PAIRLANES_MODELS_BRAHMS_H

#define MODEL_ORIENTED
#define MODEL_INTERACTIONS BRAHMS_INTERACTIONS
#define MODEL_BONDED       3
#define MODEL_COPIES(c)    ((c).sticky != 0 ? 1 : 4)
#define MODEL_VARIANTS     2

#include "models/brahms/pair.h"

#include "models/brahms/bonded.h"

#ifdef __CUDACC__
#include "models/brahms/sums.h"
#endif

#ifdef MODEL_DESCRIBE
#include "models/brahms/description.h"
#endif

#endif
