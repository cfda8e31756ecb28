/* A bead of models/brahms.h, and the kind of interaction of two beads. */
#ifndef PAIRLANES_MODELS_BRAHMS_BEAD_H
#define PAIRLANES_MODELS_BRAHMS_BEAD_H

#include "models/brahms/constants.h"

struct brahms_body {
    int type;
    struct axes axes; /* the dipole is along the third axis */
};

/**
 * Returns the variant of CPU kernels for these constants: 1 if all beads are water, otherwise 0.
 */
MODEL_FUNCTION int brahms_variant(const struct brahms_constants *c)
{
    return c->water_only != 0;
}

/** Makes the variant a compile-time constant within the constants. */
MODEL_FUNCTION void brahms_settle(struct brahms_constants *c, int variant)
{
    c->water_only = (real)variant;
}

MODEL_FUNCTION struct brahms_body brahms_body_of(const struct brahms_constants *c, int type,
                                                 int charge, struct quaternion orientation)
{
    struct brahms_body body;
    body.type = c->water_only != 0 ? BRAHMS_WATER : type;
    body.axes = axes_of(orientation);
    (void)charge;
    return body;
}

/* Shifts a bit set of types, which needs no branches; a chain of comparisons would. */
MODEL_FUNCTION bool brahms_is_ion(int type)
{
    return (1U << BRAHMS_CHOLINE | 1U << BRAHMS_PHOSPHATE | 1U << BRAHMS_AMINE) >> type & 1;
}

MODEL_FUNCTION bool brahms_is_dipole(int type)
{
    return (1U << BRAHMS_WATER | 1U << BRAHMS_GLYCEROL | 1U << BRAHMS_ESTER) >> type & 1;
}

MODEL_FUNCTION int brahms_common(const struct brahms_constants *c)
{
    return c->sticky != 0 ? BRAHMS_SSD_SSD : BRAHMS_WATER_WATER;
}

MODEL_FUNCTION int brahms_interaction(const struct brahms_constants *c, int p, int q)
{
    if (c->water_only != 0 || (p == BRAHMS_WATER && q == BRAHMS_WATER))
        return brahms_common(c);
    if (c->ellipsoids != 0 && (p == BRAHMS_GAY_BERNE || q == BRAHMS_GAY_BERNE))
        return BRAHMS_LONG;
    if (brahms_is_dipole(q))
        return brahms_is_dipole(p) ? BRAHMS_DIPOLE_DIPOLE
               : brahms_is_ion(p)  ? BRAHMS_ION_DIPOLE
                                   : BRAHMS_NEUTRAL;
    if (!brahms_is_ion(q))
        return BRAHMS_NEUTRAL;
    return brahms_is_dipole(p) ? BRAHMS_DIPOLE_ION
           : brahms_is_ion(p)  ? BRAHMS_ION_ION
                               : BRAHMS_NEUTRAL;
}

MODEL_FUNCTION int brahms_reversed(int interaction)
{
    return interaction == BRAHMS_ION_DIPOLE   ? BRAHMS_DIPOLE_ION
           : interaction == BRAHMS_DIPOLE_ION ? BRAHMS_ION_DIPOLE
                                              : interaction;
}

MODEL_FUNCTION int brahms_orientations(int interaction)
{
    return (interaction >= BRAHMS_DIPOLE_ION ? ORIENTATION_P : 0) |
           (interaction == BRAHMS_ION_DIPOLE || interaction >= BRAHMS_DIPOLE_DIPOLE ? ORIENTATION_Q
                                                                                    : 0);
}

#endif
