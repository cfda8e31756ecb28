/*
 * Sums over all pairs of one bead p, for kernels that evaluate its pairs one after another. With
 * dipoles m = mu a, r from p to q, and G and B of models/brahms.h,
 *
 *   F = sum_q [L r + U (a_p.r) a_q] + a_p sum_q S      the forces on the partners
 *   T = a_p x sum_q E                                  the torque on p
 *
 *   dipoles         S = U (a_q.r)      E = S r - B' a_q    B' = C mu_p mu_q B / r^3, U = 3 B' / r^2
 *   dipole, charge  S = -G'            E = -G' r           G' = C mu_p Q_q G / r^3
 *
 * L collects the components of all terms along r. If p is a charge, a dipole q adds C Q_p mu_q G /
 * r^3 a_q to F. A pair needs no cross product, and factors a_p are applied once, after all pairs.
 */
#ifndef PAIRLANES_MODELS_BRAHMS_SUMS_H
#define PAIRLANES_MODELS_BRAHMS_SUMS_H

#include "models/brahms/bead.h"

/** Whether all interactions with these constants can be summed in this form. */
#define MODEL_SUMS(c) ((c).sticky == 0 && (c).ellipsoids == 0)

/** Sums over the pairs of a bead; zero before the first pair. */
struct brahms_sums {
    struct vector force; /* sum of L r + U (a_p.r) a_q, and the force of a charge p on dipoles */
    real along;          /* S */
    struct vector field; /* E */
};

/** Quantities of a pair that the terms of charges and dipoles use. */
struct brahms_arrow {
    struct vector r;
    real per_r2;
    real x2, x3;   /* (r / r_c)^2 and (r / r_c)^3 */
    real strength; /* C times the product of charges or dipoles, divided by r^3 */
};

/** Adds the interaction of two dipoles; returns its component along r, divided by r. */
MODEL_FUNCTION real brahms_add_dipoles(const struct brahms_arrow *e, struct vector dipole_p,
                                       struct vector dipole_q, struct brahms_sums *sums)
{
    real x4 = e->x2 * e->x2;
    real b = (1 - 4 * e->x3 + 3 * x4) * e->strength, a = (1 - x4) * e->strength;
    real per_r2 = 3 * e->per_r2, u = per_r2 * b;
    real along_p = dot(dipole_p, e->r), along_q = dot(dipole_q, e->r), s = u * along_q;
    real product = along_p * along_q * e->per_r2;
    sums->force = plus_times(sums->force, u * along_p, dipole_q);
    sums->along += s;
    sums->field = plus_times(plus_times(sums->field, -b, dipole_q), s, e->r);
    return per_r2 * (a * (dot(dipole_p, dipole_q) - 3 * product) - 2 * b * product);
}

/**
 * Adds the interaction of a charge with a dipole or a charge; returns its component along r,
 * divided by r.
 */
MODEL_FUNCTION real brahms_add_charge(int interaction, const struct brahms_arrow *e,
                                      struct vector dipole_p, struct vector dipole_q,
                                      struct brahms_sums *sums)
{
    if (interaction == BRAHMS_ION_ION)
        return e->strength * (1 - e->x2);
    real g = (1 - 3 * e->x2 + 2 * e->x3) * e->strength;
    real d = 3 * (1 - e->x2) * e->strength * e->per_r2;
    if (interaction == BRAHMS_ION_DIPOLE) {
        sums->force = plus_times(sums->force, g, dipole_q);
        return -d * dot(dipole_q, e->r);
    }
    sums->along -= g;
    sums->field = plus_times(sums->field, -g, e->r);
    return d * dot(dipole_p, e->r);
}

/** Adds the pair of p and q to the sums of p; neither may be an ellipsoid. */
MODEL_FUNCTION void brahms_add(const struct brahms_constants *c, const struct brahms_body *p,
                               const struct brahms_body *q, int interaction, real dx, real dy,
                               real dz, struct brahms_sums *sums)
{
    struct vector r = vector(dx, dy, dz);
    struct brahms_table own = c->table[BRAHMS_WATERS_PAIR]; /* compile-time constants */
    if (interaction != BRAHMS_WATER_WATER)
        own = c->table[p->type * BRAHMS_TYPES + q->type];
    real r2 = dot(r, r), per_r2 = 1 / r2;
    real s2 = own.sigma2 * per_r2, s6 = s2 * s2 * s2;
    real along_r = own.depth * s6 * (2 * s6 - 1) * per_r2 - own.shift;
    if (interaction != BRAHMS_NEUTRAL) {
        real per_r = sqrt(per_r2), x = r2 * per_r * c->per_cutoff, x2 = r2 * c->per_cutoff2;
        const struct brahms_arrow e = {r, per_r2, x2, x2 * x, own.electric * per_r * per_r2};
        along_r += interaction >= BRAHMS_DIPOLE_DIPOLE
                       ? brahms_add_dipoles(&e, p->axes.a3, q->axes.a3, sums)
                       : brahms_add_charge(interaction, &e, p->axes.a3, q->axes.a3, sums);
    }
    sums->force = plus_times(sums->force, along_r, r);
}

/** Computes the total force on the partners and the torque on p from the sums. */
MODEL_FUNCTION void brahms_add_up(const struct brahms_body *p, const struct brahms_sums *sums,
                                  struct pair_force *f)
{
    struct vector force = plus_times(sums->force, sums->along, p->axes.a3);
    f->x = force.x;
    f->y = force.y;
    f->z = force.z;
    f->torque = cross(p->axes.a3, sums->field);
}

#endif
