/* The bonded terms of a particle. */
#ifndef PAIRLANES_STRATEGIES_BONDED_TERMS_H
#define PAIRLANES_STRATEGIES_BONDED_TERMS_H

#include "strategies/particle.h"

#ifdef BONDED_MOST
#include "strategies/bonded_term.h"

/** Returns the displacement from one particle to the nearest image of another. */
INLINE struct vector to_nearest(const struct cpu_arguments *a, int64_t from, int64_t to)
{
    const REAL *p = (const REAL *)a->position + 4 * from, *q = (const REAL *)a->position + 4 * to;
    return vector(nearest_along(p[0], q[0], (REAL)a->box[0]),
                  nearest_along(p[1], q[1], (REAL)a->box[1]),
                  nearest_along(p[2], q[2], (REAL)a->box[2]));
}

/** Adds term `entry` of particle i. */
INLINE void add_term(const struct cpu_arguments *a, const MODEL_STRUCT *c, int32_t i,
                     const int32_t *entry, bool energy, struct total *sum)
{
    int kind = entry[0] / 4, role = entry[0] % 4;
    int32_t member[BONDED_MOST];
    body_type bodies[BONDED_MOST];
    struct vector r[BONDED_MOST - 1];
    struct bonded_force f = {.selected = a->terms};
    for (int m = 0; m < BONDED_MOST; m++) {
        int32_t other = entry[m < role ? m + 1 : m];
        member[m] = m == role ? i : other < 0 ? i : other; /* a term may have fewer members */
        bodies[m] = body_at(a, c, member[m], true);
    }
    for (int m = 1; m < BONDED_MOST; m++)
        r[m - 1] = to_nearest(a, member[m - 1], member[m]);
    evaluate_term(c, a->tables->bonded, kind, bodies, r, &f);
    select_bonded_virial(&f, r);
    sum->x += to_sum(f.force[role].x);
    sum->y += to_sum(f.force[role].y);
    sum->z += to_sum(f.force[role].z);
    total_turn(sum, f.torque[role]);
    if (energy && role == 0)
        sum->energy += to_sum(f.energy);
}

/** Adds the terms of particle i. */
INLINE void add_terms(const struct cpu_arguments *a, const MODEL_STRUCT *c, int64_t i, bool energy,
                      struct total *sum)
{
    for (int32_t k = a->bonded_start[i]; k < a->bonded_start[i + 1]; k++)
        add_term(a, c, (int32_t)i, a->bonded + 4 * (int64_t)k, energy, sum);
}
#endif

#endif
