/* Adding to forces and torques that other threads may add to as well. */
#ifndef PAIRLANES_STRATEGIES_ADD_H
#define PAIRLANES_STRATEGIES_ADD_H

#include "strategies/body.h"

/** Adds to a vector; `shared`: atomically by component. */
INLINE void add_vector(real *to, real x, real y, real z, bool shared)
{
    if (!shared) {
        to[0] += x;
        to[1] += y;
        to[2] += z;
        return;
    }
#pragma omp atomic
    to[0] += x;
#pragma omp atomic
    to[1] += y;
#pragma omp atomic
    to[2] += z;
}

/** Adds a particle's sums to its place in an array of forces and one of torques. */
INLINE void add_total(void *forces, void *torques, int64_t i, const struct total *sum, bool energy,
                      bool shared)
{
    real *force = (real *)forces + 4 * i;
    add_vector(force, sum->x, sum->y, sum->z, shared);
    if (energy && shared) {
#pragma omp atomic
        force[3] += sum->energy;
    } else if (energy) {
        force[3] += sum->energy;
    }
#ifdef MODEL_ORIENTED
    add_vector((real *)torques + 4 * i, sum->torque.x, sum->torque.y, sum->torque.z, shared);
#else
    (void)torques;
#endif
}

/** Adds the force and torque on q of a pair, d the vector to it, to the place of particle j. */
INLINE void add_partner(void *forces, void *torques, int64_t j, const struct pair_force *f, real dx,
                        real dy, real dz, bool shared)
{
    add_vector((real *)forces + 4 * j, f->x, f->y, f->z, shared);
#ifdef MODEL_ORIENTED
    struct vector torque = partner_torque(f, dx, dy, dz);
    add_vector((real *)torques + 4 * j, torque.x, torque.y, torque.z, shared);
#else
    (void)torques;
    (void)dx;
    (void)dy;
    (void)dz;
#endif
}

#endif
