/*
 * The Gay-Berne potential between two ellipsoids of revolution, or an ellipsoid and a sphere.
 * Energy, force and torques vanish at the cut-off r_c. With r = |r| n the vector from p to q, u the
 * axes of symmetry (zero for a sphere), a = u_p.n, b = u_q.n, c = u_p.u_q:
 *
 *   U    = 4 eps e1 e2^2 [V(r - s + sigma) - V(l) - (r^2 - r_c^2) V'(l) / (2 r_c)]
 *   l    = r_c - s + sigma
 *   V(d) = (sigma/d)^12 - (sigma/d)^6
 *   s    = sigma [1 - h(chi)]^(-1/2), the distance at which the surfaces touch
 *   e1   = [1 - chi^2 c^2]^(-1/2), e2 = 1 - h(chi')
 *   h(x) = x (a^2 + b^2 - 2 x a b c) / (1 - x^2 c^2)
 *
 * The exponents 1 of e1 and 2 of e2 come from the original paper. For ellipsoids of breadth sigma
 * and length k sigma, chi = (k^2 - 1) / (k^2 + 1). They attract each other k' times as strongly
 * side by side as end to end if chi' = (k'^(1/2) - 1) / (k'^(1/2) + 1). For a sphere that touches
 * the side of an ellipsoid at the distance sigma, chi = D / (sigma^2 / 2 + D), with D the
 * difference of the ellipsoid's squared semi-axes; chi' is the same. With chi = chi' = 0 this is
 * Lennard-Jones with the quadratic shift of models/brahms.h.
 *
 * J. G. Gay, B. J. Berne, J. Chem. Phys. 74, 3316 (1981); D. J. Cleaver, C. M. Care, M. P. Allen,
 * M. P. Neal, Phys. Rev. E 54, 559 (1996) for unlike particles; R. Everaers, M. R. Ejtehadi, Phys.
 * Rev. E 67, 041710 (2003) for a general form that contains these uniaxial cases.
 */
#ifndef PAIRLANES_MODELS_GAY_BERNE_H
#define PAIRLANES_MODELS_GAY_BERNE_H

#include "models/model.h"
#include "models/vector.h"

/** Parameters of the interaction of two particles. */
struct gay_berne_pair {
    real sigma, strength; /* strength: 4 eps */
    real chi, chi_prime;  /* chi and chi' */
    real cutoff, per_cutoff;
};

/** V at a distance, and its first two derivatives. */
struct gay_berne_well {
    real value, slope, bend;
};

/** h and its derivatives with respect to a, b and c. */
struct gay_berne_overlap {
    real value, by_a, by_b, by_c;
};

struct gay_berne_force {
    real energy;
    struct vector force;  /* force on q */
    struct vector torque; /* torque on p */
};

MODEL_FUNCTION struct gay_berne_well gay_berne_well(real sigma, real d)
{
    real per_d = 1 / d, s = sigma * per_d, s3 = s * s * s, s6 = s3 * s3, s12 = s6 * s6;
    struct gay_berne_well well = {s12 - s6, (6 * s6 - 12 * s12) * per_d,
                                  (156 * s12 - 42 * s6) * per_d * per_d};
    return well;
}

MODEL_FUNCTION struct gay_berne_overlap gay_berne_overlap(real chi, real a, real b, real c)
{
    real per = chi / (1 - chi * chi * c * c);
    real h = per * (a * a + b * b - 2 * chi * a * b * c);
    struct gay_berne_overlap overlap = {h, 2 * per * (a - chi * b * c), 2 * per * (b - chi * a * c),
                                        2 * chi * per * (c * h - a * b)};
    return overlap;
}

/** Returns the interaction of two particles at r = r_q - r_p; the caller has tested the cut-off. */
MODEL_FUNCTION struct gay_berne_force
gay_berne(const struct gay_berne_pair *pair, struct vector u_p, struct vector u_q, struct vector r)
{
    real sigma = pair->sigma, chi = pair->chi, cutoff = pair->cutoff;
    real r2 = dot(r, r), per_r = reciprocal_sqrt(r2), distance = r2 * per_r;
    struct vector n = times(per_r, r);
    real a = dot(u_p, n), b = dot(u_q, n), c = dot(u_p, u_q);

    struct gay_berne_overlap shape = gay_berne_overlap(chi, a, b, c);
    struct gay_berne_overlap depth = gay_berne_overlap(pair->chi_prime, a, b, c);
    real per_shape = 1 / (1 - shape.value), per_chi = 1 / (1 - chi * chi * c * c);
    real contact = sigma * sqrt(per_shape), by_shape = contact * per_shape / 2;
    real e1 = pair->strength * sqrt(per_chi), e2 = 1 - depth.value, e = e1 * e2 * e2;

    struct gay_berne_well here = gay_berne_well(sigma, distance - contact + sigma);
    struct gay_berne_well end = gay_berne_well(sigma, cutoff - contact + sigma);
    real beyond = (r2 * pair->per_cutoff - cutoff) / 2;
    real radial = here.value - end.value - beyond * end.slope;
    real by_r = here.slope - distance * pair->per_cutoff * end.slope;
    real by_contact = end.slope - here.slope + beyond * end.bend;

    /* by_h and by_depth are dU/dh(chi) and dU/dh(chi'); U also depends on c through e1 */
    real by_h = e * by_contact * by_shape, by_depth = -2 * e1 * e2 * radial;
    real by_a = by_h * shape.by_a + by_depth * depth.by_a;
    real by_b = by_h * shape.by_b + by_depth * depth.by_b;
    real by_c = by_h * shape.by_c + by_depth * depth.by_c + e * radial * chi * chi * c * per_chi;

    struct vector across = plus(times(by_a, u_p), times(by_b, u_q));
    struct vector slope = times(per_r, plus_times(across, -(by_a * a + by_b * b), n));
    struct gay_berne_force f = {
        e * radial,
        minus(times(-e * by_r, n), slope),
        cross(plus_times(times(by_a, n), by_c, u_q), u_p),
    };
    return f;
}

#endif
