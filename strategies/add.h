/* Adding to forces and torques that other threads may add to as well. */
#ifndef PAIRLANES_STRATEGIES_ADD_H
#define PAIRLANES_STRATEGIES_ADD_H

#include "strategies/body.h"

/** Adds to a vector; `shared`: atomically by component. */
INLINE void add_vector(SUM *to, SUM x, SUM y, SUM z, bool shared)
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
    SUM *force = (SUM *)forces + 4 * i;
    add_vector(force, sum->x, sum->y, sum->z, shared);
    if (energy && shared) {
#pragma omp atomic
        force[3] += sum->energy;
    } else if (energy) {
        force[3] += sum->energy;
    }
#ifdef MODEL_ORIENTED
    add_vector((SUM *)torques + 4 * i, sum->torque.x, sum->torque.y, sum->torque.z, shared);
#else
    (void)torques;
#endif
}

/** Adds the force and torque on q of a pair, d the vector to it, to the place of particle j. */
INLINE void add_partner(void *forces, void *torques, int64_t j, const struct pair_force *f, REAL dx,
                        REAL dy, REAL dz, bool shared)
{
    add_vector((SUM *)forces + 4 * j, to_sum(f->x), to_sum(f->y), to_sum(f->z), shared);
#ifdef MODEL_ORIENTED
    struct vector torque = partner_torque(f, dx, dy, dz);
    add_vector((SUM *)torques + 4 * j, to_sum(torque.x), to_sum(torque.y), to_sum(torque.z),
               shared);
#else
    (void)torques;
    (void)dx;
    (void)dy;
    (void)dz;
#endif
}

#endif
