/*
 * oxDNA1: DNA as rigid nucleotides. Each has a centre, an axis a1 from backbone to base and an axis
 * a3 normal to the base, away from the 3' neighbor; a2 = a3 x a1. Sites on a1: backbone -0.4,
 * stacking 0.34, base 0.4. Nucleotide q of a bonded term is the 3' neighbor of p. With r = r_q -
 * r_p, rho the vector between sites of p (axes a) and of q (axes b), and rho^ = rho / |rho|:
 *
 *   fene  bonded    -(eps/2) ln[1 - (rho_back - r0)^2 / Delta^2]
 *   bexc  bonded    f3 of base-base, base-back and back-base
 *   stck  bonded    f1(rho_stack) f4(-, a3.b3) f4(-a3.rho^) f4(-b3.rho^)
 *                   f5(a2.rho^_back) f5(b2.rho^_back)
 *   nexc  others    f3 of back-back, base-base, base-back and back-base
 *   hb    A-T, C-G  f1(rho_base) f4(t1) f4(t2) f4(t3) f4(t4) f4(t7) f4(t8)
 *   crst  others    f2(rho_base) f4(t1) f4(t2) f4(t3) F4(t4) F4(t7) F4(t8),
 *                   F4(t) = f4(t) + f4(pi - t)
 *   cxst  others    f2(rho_stack) [f4(t1) + f4(2 pi - t1)] f4(t4) F4(t5) F4(t6) f5(h . (b x a1))^2,
 *                   h = rho^_stack, b = rho^_back
 *
 * The angles have the cosines t1: -a1.b1, t2: -b1.rho^, t3: a1.rho^, t4: a3.b3, t5 and t8: a3.rho^,
 * t6 and t7: -b3.rho^, with rho of the term's radial function. Each function ends in a parabola
 * b (x - x_c)^2 that continues it smoothly:
 *
 *   f1(r) = eps [1 - exp(-a (r - r0))]^2 - eps [1 - exp(-a (rc - r0))]^2    Morse
 *   f2(r) = (k/2) [(r - r0)^2 - (rc - r0)^2]                               harmonic
 *   f3(r) = 4 eps [(sigma/r)^12 - (sigma/r)^6]                             repulsion, eps = 2
 *   f4(t) = 1 - a (t - t0)^2                                               angle
 *   f5(c) = 1 for c >= 0, else 1 - a c^2                                   cosine of a dihedral
 *
 * A product U of a radial function and factors in cosines c_k = n_k . rho^ acts at its sites:
 * F_q = -dU/drho rho^ - (v - (v . rho^) rho^) / rho with v = sum_k (dU/dc_k) n_k; a site at P adds
 * -P x F_q to the torque on p, each n_k of p -(dU/dc_k) n_k x rho^, and a factor in n . m (n of p,
 * m of q) -(dU/dc) n x m. The torque on q is -torque_p - r x F_q.
 *
 * Bases: A 0, C 1, G 2, T 3; those that sum to 3 pair. Parameters:
 *
 * temperature  3000 K  T: stacking strength is E (0.82 + 1.62 T); 0.1 is 300 K
 * sequence     -       average: E 1.64 and pairing 1.077 for all; dependent: by base
 *
 * Units: length 0.8518 nm, energy 3000 K k_B, force 48.6 pN; mass and moments of inertia are 1.
 *
 * The parts are files of models/oxdna/: parameters.h, nucleotide.h, factors.h (f1 to f5),
 * repulsion.h, bases.h (hb and crst), coaxial.h (cxst), pair.h and bonded.h; and description.h,
 * only for the harness (MODEL_DESCRIBE).
 *
 * T. E. Ouldridge, A. A. Louis, J. P. K. Doye, J. Chem. Phys. 134, 085101 (2011); for the bases: P.
 * Sulc et al., J. Chem. Phys. 137, 135101 (2012). The numbers are from the authors' program.
 */
#ifndef PAIRLANES_MODELS_OXDNA_H
#define PAIRLANES_MODELS_OXDNA_H

#define MODEL_ORIENTED
#define MODEL_BONDED 2
#define MODEL_MAY_INTERACT

#include "models/oxdna/pair.h"

#include "models/oxdna/bonded.h"

#ifdef MODEL_DESCRIBE
#include "models/oxdna/description.h"
#endif

#endif
