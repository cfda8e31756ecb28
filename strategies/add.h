/* Additions to forces and torques, safe if other threads add to the same particles. */
#ifndef PAIRLANES_STRATEGIES_ADD_H
#define PAIRLANES_STRATEGIES_ADD_H

#include "strategies/particle.h"

/** Arrays that a kernel adds to: vectors of four sums. */
struct addends {
    SUM *forces, *torques; /* `torques` is NULL without orientation */
    bool shared;           /* true: other threads add at the same time; adds are atomic */
};

/** Returns the forces and torques of the arguments as addends. */
INLINE struct addends addends_of(const struct cpu_arguments *a, bool shared)
{
    struct addends to = {(SUM *)a->force, (SUM *)a->torque, shared};
    return to;
}

/** Adds (x, y, z) to a vector; if `shared`, each component atomically. */
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

/** Adds a particle's sums to element i of the arrays. */
INLINE void add_total(const struct addends *to, int64_t i, const struct total *sum, bool energy)
{
    SUM *force = to->forces + 4 * i;
    add_vector(force, sum->x, sum->y, sum->z, to->shared);
    if (energy && to->shared) {
#pragma omp atomic
        force[3] += sum->energy;
    } else if (energy) {
        force[3] += sum->energy;
    }
#if HAS_ORIENTATION
    add_vector(to->torques + 4 * i, sum->torque.x, sum->torque.y, sum->torque.z, to->shared);
#endif
}

/** Adds the force and torque on the partner of a pair to the partner's elements of the arrays. */
INLINE void add_partner(const struct addends *to, const struct pair *pair)
{
    const struct pair_force *f = &pair->f;
    const int64_t j = pair->other.i;
    add_vector(to->forces + 4 * j, to_sum(f->x), to_sum(f->y), to_sum(f->z), to->shared);
    if (HAS_ORIENTATION) {
        struct vector torque = partner_torque(f, pair->d.x, pair->d.y, pair->d.z);
        add_vector(to->torques + 4 * j, to_sum(torque.x), to_sum(torque.y), to_sum(torque.z),
                   to->shared);
    }
}

#endif
