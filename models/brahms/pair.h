/* The pair function for beads. */
#ifndef PAIRLANES_MODELS_BRAHMS_PAIR_H
#define PAIRLANES_MODELS_BRAHMS_PAIR_H

#include "models/brahms/sticky.h"

#include "models/brahms/ellipsoids.h"

#include "models/brahms/charges.h"

/** Computes the interaction of two beads that are not ellipsoids; returns the force on q. */
MODEL_FUNCTION struct vector brahms_points(const struct brahms_constants *c,
                                           const struct brahms_body *p, const struct brahms_body *q,
                                           int interaction, struct vector r, struct pair_force *f)
{
    const bool waters = interaction == BRAHMS_WATER_WATER || interaction == BRAHMS_SSD_SSD;
    struct brahms_table own = c->table[BRAHMS_WATERS_PAIR]; /* compile-time constants on a GPU */
    if (!waters)
        own = c->table[p->type * BRAHMS_TYPES + q->type];
    real r2 = dot(r, r);
    real per_r2 = 1 / r2, per_c2 = c->per_cutoff2;
    real s2 = own.sigma2 * per_r2, s6 = s2 * s2 * s2, well = own.depth * s6;
    real c2 = own.sigma2 * per_c2, c6 = c2 * c2 * c2;
    struct vector force = times(well * (2 * s6 - 1) * per_r2 - own.shift, r);
    f->torque = vector(0, 0, 0);
    ADD_ENERGY(f, BRAHMS_TERM_LJ,
               well * (s6 - 1) / 6 + own.shift * r2 / 2 - own.depth * c6 * (7 * c6 - 4) / 6);
    if (waters)
        BRANCH(f, BRAHMS_WATERS);
    if (interaction == BRAHMS_NEUTRAL)
        return force;
    real per_r = sqrt(per_r2), x = r2 * per_r * c->per_cutoff;
    const struct brahms_charges electric = {
        r, p->axes.a3, q->axes.a3, per_r, per_r2, per_c2, x, x * x, own.electric * per_r};
    force = brahms_electrostatic(interaction, &electric, force, f);
    if (interaction == BRAHMS_SSD_SSD && r2 < c->sticky_range2) {
        BRANCH(f, BRAHMS_STICKY);
        force = plus(force, brahms_sticky(c, p, q, r, per_r, f));
    }
    return force;
}

MODEL_FUNCTION bool brahms_pair(const struct brahms_constants *c, const struct brahms_body *p,
                                const struct brahms_body *q, int interaction, real dx, real dy,
                                real dz, struct pair_force *f)
{
    struct vector r = vector(dx, dy, dz), force;
    f->energy = 0;
    if (c->ellipsoids != 0 && interaction == BRAHMS_LONG) {
        BRANCH(f, BRAHMS_ELLIPSOID);
        force = brahms_gay_berne(c, p, q, r, f);
    } else {
        force = brahms_points(c, p, q, interaction, r, f);
    }
    f->x = force.x;
    f->y = force.y;
    f->z = force.z;
    return true;
}

#endif
