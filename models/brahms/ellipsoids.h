/* Interaction of a Gay-Berne ellipsoid with a bead or another ellipsoid. */
#ifndef PAIRLANES_MODELS_BRAHMS_ELLIPSOIDS_H
#define PAIRLANES_MODELS_BRAHMS_ELLIPSOIDS_H

#include "models/brahms/bead.h"

/**
 * Computes the interaction of an ellipsoid with a bead or another ellipsoid; returns the force on
 * q.
 */
MODEL_FUNCTION struct vector brahms_gay_berne(const struct brahms_constants *c,
                                              const struct brahms_body *p,
                                              const struct brahms_body *q, struct vector r,
                                              struct pair_force *f)
{
    const struct vector sphere = {0, 0, 0};
    bool p_long = p->type == BRAHMS_GAY_BERNE, q_long = q->type == BRAHMS_GAY_BERNE;
    int partner = p_long ? q->type : p->type;
    const struct gay_berne_pair pair = {c->contact[partner], c->well_depth[partner],
                                        c->chi[partner],     c->chi_prime,
                                        1 / c->per_cutoff,   c->per_cutoff};
    struct gay_berne_force found =
        gay_berne(&pair, p_long ? p->axes.a3 : sphere, q_long ? q->axes.a3 : sphere, r);
    f->torque = found.torque;
    ADD_ENERGY(f, BRAHMS_TERM_GAY_BERNE, found.energy);
    return found.force;
}

#endif
