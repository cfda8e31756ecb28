/*
 * Evaluation of a pair of bodies with orientation, and the torque on the second body. In fixed
 * point, pairs (p, q) and (q, p) must give the same bits. Therefore the two bodies are put into a
 * fixed order: the first nonzero component of the displacement from first to second is positive.
 * Forces between points are odd in the displacement and need no order. Files define `model_pair`,
 * `body_type` and `balancing_torque` before they include this file.
 */
#ifndef PAIRLANES_STRATEGIES_PAIR_OF_BODIES_H
#define PAIRLANES_STRATEGIES_PAIR_OF_BODIES_H

#ifdef FRACTION_BITS

#if HAS_KINDS
#define WITH_INTERACTION(i) i,
#else
#define WITH_INTERACTION(i)
#endif

MODEL_FUNCTION bool pair_of_bodies(const MODEL_STRUCT *c, const body_type *p, const body_type *q,
                                   WITH_INTERACTION(int interaction) REAL dx, REAL dy, REAL dz,
                                   struct pair_force *f)
{
    const bool reversed = dx < 0 || (dx == 0 && (dy < 0 || (dy == 0 && dz < 0)));
    const REAL sign = reversed ? (REAL)-1 : (REAL)1;
    const body_type first = reversed ? *q : *p, second = reversed ? *p : *q;
    dx *= sign;
    dy *= sign;
    dz *= sign;
#if HAS_KINDS
    if (reversed)
        interaction = OF_MODEL(_reversed)(interaction);
#endif
    if (!model_pair(c, &first, &second, WITH_INTERACTION(interaction) dx, dy, dz, f))
        return false;
    const struct vector on_first = f->torque, on_second = balancing_torque(f, dx, dy, dz);
    f->torque = reversed ? on_second : on_first;
    f->partner_torque = reversed ? on_first : on_second;
    if (reversed) {
        f->x = -f->x;
        f->y = -f->y;
        f->z = -f->z;
    }
    return true;
}

MODEL_FUNCTION struct vector partner_torque(const struct pair_force *f, real dx, real dy, real dz)
{
    (void)dx;
    (void)dy;
    (void)dz;
    return f->partner_torque;
}

#else

#define pair_of_bodies model_pair
#define partner_torque balancing_torque

#endif

/** Returns the torque on the first particle of a pair. */
MODEL_FUNCTION struct vector torque_of(const struct pair_force *f)
{
    return f->torque;
}

#endif
