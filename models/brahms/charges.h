/* Electrostatic forces between charges and dipoles. */
#ifndef PAIRLANES_MODELS_BRAHMS_CHARGES_H
#define PAIRLANES_MODELS_BRAHMS_CHARGES_H

#include "models/brahms/bead.h"

/** Quantities of a pair that its electrostatic terms use. */
struct brahms_charges {
    struct vector r;
    struct vector dipole_p, dipole_q;
    real per_r, per_r2, per_c2; /* 1 / r, 1 / r^2, 1 / r_c^2 */
    real x, x2;                 /* r / r_c, and its square */
    real strength;              /* C times the product of charges or dipoles, divided by r */
};

/** Adds the interaction of two dipoles to the force on q. */
MODEL_FUNCTION struct vector brahms_dipole_dipole(const struct brahms_charges *e,
                                                  struct vector force, struct pair_force *f)
{
    BRANCH(f, BRAHMS_DIPOLES);
    real strength = e->strength * e->per_r2, per_r2 = e->per_r2, x = e->x, x2 = e->x2;
    real b = (1 - 4 * x2 * x + 3 * x2 * x2) * strength, a = (1 - x2 * x2) * strength;
    real between = dot(e->dipole_p, e->dipole_q);
    real along_p = dot(e->dipole_p, e->r), along_q = dot(e->dipole_q, e->r);
    real product = along_p * along_q * per_r2;
    real radial = a * (between - 3 * product) - 2 * b * product;
    force = plus_times(force, 3 * per_r2 * radial, e->r);
    force = plus_times(force, 3 * per_r2 * b * along_p, e->dipole_q);
    force = plus_times(force, 3 * per_r2 * b * along_q, e->dipole_p);
    f->torque = plus_times(times(b, cross(e->dipole_q, e->dipole_p)), 3 * b * along_q * per_r2,
                           cross(e->dipole_p, e->r));
    ADD_ENERGY(f, BRAHMS_TERM_COULOMB, b * (between - 3 * product));
    return force;
}

/** Adds the interaction of two charges to the force on q. */
MODEL_FUNCTION struct vector brahms_charge_charge(const struct brahms_charges *e,
                                                  struct vector force, struct pair_force *f)
{
    BRANCH(f, BRAHMS_CHARGES);
    ADD_ENERGY(f, BRAHMS_TERM_COULOMB, e->strength * (1 - e->x) * (1 - e->x));
    return plus_times(force, e->strength * (e->per_r2 - e->per_c2), e->r);
}

/** Adds the interaction of a charge p and a dipole q to the force on q. */
MODEL_FUNCTION struct vector brahms_charge_dipole(const struct brahms_charges *e,
                                                  struct vector force, struct pair_force *f)
{
    BRANCH(f, BRAHMS_CHARGE_DIPOLE);
    real strength = e->strength * e->per_r2;
    real g = (1 - 3 * e->x2 + 2 * e->x2 * e->x) * strength;
    real d = 3 * (1 - e->x2) * strength * e->per_r2;
    real along = dot(e->dipole_q, e->r);
    ADD_ENERGY(f, BRAHMS_TERM_COULOMB, -g * along);
    return plus_times(plus_times(force, g, e->dipole_q), -d * along, e->r);
}

/** Adds the interaction of a dipole p and a charge q to the force on q. */
MODEL_FUNCTION struct vector brahms_dipole_charge(const struct brahms_charges *e,
                                                  struct vector force, struct pair_force *f)
{
    BRANCH(f, BRAHMS_DIPOLE_CHARGE);
    real strength = e->strength * e->per_r2;
    real g = (1 - 3 * e->x2 + 2 * e->x2 * e->x) * strength;
    real d = 3 * (1 - e->x2) * strength * e->per_r2;
    real along = dot(e->dipole_p, e->r);
    f->torque = times(-g, cross(e->dipole_p, e->r));
    ADD_ENERGY(f, BRAHMS_TERM_COULOMB, g * along);
    return plus_times(plus_times(force, d * along, e->r), -g, e->dipole_p);
}

/**
 * Adds the electrostatic interaction of this kind to the force on q. Tests for dipoles first,
 * because most pairs are dipoles.
 */
MODEL_FUNCTION struct vector brahms_electrostatic(int interaction, const struct brahms_charges *e,
                                                  struct vector force, struct pair_force *f)
{
    BRANCH(f, BRAHMS_ELECTROSTATIC);
    if (interaction >= BRAHMS_DIPOLE_DIPOLE)
        return brahms_dipole_dipole(e, force, f);
    if (interaction == BRAHMS_ION_ION)
        return brahms_charge_charge(e, force, f);
    if (interaction == BRAHMS_ION_DIPOLE)
        return brahms_charge_dipole(e, force, f);
    return brahms_dipole_charge(e, force, f);
}

#endif
