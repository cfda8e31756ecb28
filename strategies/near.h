/*
 * The partners of a particle within the cut-off, picked out of its row and laid side by side, apart
 * for each type where types decide how pairs interact: their pairs are straight loops, in which the
 * lanes of a vector take a pair each, branch alike and share what depends on types. Pairs of a
 * MODEL_UNEVEN are taken one by one.
 */
#ifndef PAIRLANES_STRATEGIES_NEAR_H
#define PAIRLANES_STRATEGIES_NEAR_H

#include "strategies/body.h"
#include "strategies/simd.h"

#include <assert.h>

/** Types that are kept apart, at most. */
#ifdef MODEL_INTERACTIONS
enum { NEAR_TYPES = 16 };
#else
enum { NEAR_TYPES = 1 };
#endif

/** Entries of a row that are looked through at once. */
enum { NEAR_MOST = 256 };

/** Partners, filled up to a multiple of LANES with the dummy. */
struct near {
    REAL x[NEAR_MOST + LANES], y[NEAR_MOST + LANES], z[NEAR_MOST + LANES]; /* vectors to them */
    int32_t particle[NEAR_MOST + LANES];
    int count; /* without the dummies */
} __attribute__((aligned(64)));

/**
 * Finds the partners among `count` entries of the list, a multiple of LANES and at most NEAR_MOST,
 * from `place` on.
 */
INLINE void near_find(const struct cpu_arguments *a, const struct view *v, int axes, int64_t place,
                      int count, struct near near[NEAR_TYPES])
{
#ifdef FRACTION_BITS
    const double margin = 1.001; /* products are contracted here and not in `meet`, which decides */
#else
    const double margin = 1;
#endif
    const REAL cutoff2 = (REAL)(margin * a->cutoff * a->cutoff);
    for (int t = 0; t < NEAR_TYPES; t++)
        near[t].count = 0;
    for (int64_t at = place; at < place + count; at += LANES) {
        struct lanes to;
        int32_t type[LANES] __attribute__((aligned(64)));
        unsigned types = 0;
        lanes_load(&to, (const REAL *)a->position, rows_of(a)->entry + at);
#pragma omp simd reduction(| : types)
        for (int k = 0; k < LANES; k++) {
            to.x[k] = VIEW_X(v, to.x[k], axes);
            to.y[k] = VIEW_Y(v, to.y[k], axes);
            to.z[k] = VIEW_Z(v, to.z[k], axes);
            type[k] = NEAR_TYPES > 1 ? (int)to.w[k] : 0;
            types |= 1U << type[k];
        }
        for (; types != 0; types &= types - 1) {
            int t = __builtin_ctz(types), end = near[t].count;
            const REAL *const from[3] = {to.x, to.y, to.z};
            REAL *const behind[3] = {near[t].x + end, near[t].y + end, near[t].z + end};
            near[t].count += KEEP_REALS(from, type, t, cutoff2, rows_of(a)->entry + at, behind,
                                        near[t].particle + end);
        }
    }
    for (int t = 0; t < NEAR_TYPES; t++) {
        for (int k = near[t].count; k % LANES != 0; k++) {
            near[t].particle[k] = (int32_t)a->n;
            near[t].x[k] = near[t].y[k] = near[t].z[k] = (REAL)a->cutoff;
        }
    }
}

/* pairs in fixed point have an order of their own, which is not that of a vector */
#if defined(MODEL_UNEVEN) || defined(FRACTION_BITS)

/** Adds the forces of partners to the sums of a particle. */
INLINE void near_add(const struct cpu_arguments *a, const MODEL_STRUCT *c, const body_type *self,
                     const struct near *near, int type, int way, bool energy, struct total *total)
{
    (void)type;
    for (int k = 0; k < near->count; k++) {
        struct pair_force f;
        if (meet(a, c, self, near->particle[k], way, near->x[k], near->y[k], near->z[k], &f))
            total_add(total, &f, energy);
    }
}

#else

/**
 * The force of one lane's pair. It returns its struct: gcc makes arrays of those whose address a
 * vector loop takes.
 */
INLINE struct pair_force near_pair(const struct cpu_arguments *a, const MODEL_STRUCT *c,
                                   const body_type *self, const struct near *near, int k, int type,
                                   int way, struct quaternion orientation)
{
    struct pair_force f;
    body_type other = OF_MODEL(_body_of)(c, (REAL)type, orientation);
    f.selected = a->terms;
#ifdef MODEL_INTERACTIONS
    other.type = type; /* for the compiler to see that it is the same in the whole loop */
    model_pair(c, self, &other, way, near->x[k], near->y[k], near->z[k], &f);
#else
    (void)way;
    model_pair(c, self, &other, near->x[k], near->y[k], near->z[k], &f);
#endif
    select_virial(&f, near->x[k], near->y[k], near->z[k]);
    return f;
}

/** Adds the forces of partners of a type, which interact in a way, to the sums of a particle. */
INLINE void near_add(const struct cpu_arguments *a, const MODEL_STRUCT *c, const body_type *self,
                     const struct near *near, int type, int way, bool energy, struct total *total)
{
    const int32_t dummy = (int32_t)a->n;
    int padded = (near->count + LANES - 1) / LANES * LANES;
    SUM x = 0, y = 0, z = 0, u = 0, turn_x = 0, turn_y = 0, turn_z = 0;
    REAL orientation[4][NEAR_MOST] __attribute__((aligned(64)));
    for (int k = 0; k < padded; k += LANES)
        LOAD_REALS((const REAL *)a->orientation, near->particle + k, orientation[0] + k,
                   orientation[1] + k, orientation[2] + k, orientation[3] + k);
#pragma omp simd reduction(+ : x, y, z, u, turn_x, turn_y, turn_z)
    for (int k = 0; k < padded; k++) {
        const struct quaternion q = {orientation[0][k], orientation[1][k], orientation[2][k],
                                     orientation[3][k]};
        const struct pair_force f = near_pair(a, c, self, near, k, type, way, q);
        bool present = near->particle[k] != dummy;
        x += to_sum(present ? f.x : 0);
        y += to_sum(present ? f.y : 0);
        z += to_sum(present ? f.z : 0);
        turn_x += to_sum(present ? f.torque.x : 0);
        turn_y += to_sum(present ? f.torque.y : 0);
        turn_z += to_sum(present ? f.torque.z : 0);
        if (energy)
            u += to_sum(present ? f.energy : 0);
    }
    total->x -= x;
    total->y -= y;
    total->z -= z;
    total->energy += u;
    total->torque.x += turn_x;
    total->torque.y += turn_y;
    total->torque.z += turn_z;
}

#endif

/** Adds the forces of all partners to the sums of a particle. */
INLINE void near_add_all(const struct cpu_arguments *a, const MODEL_STRUCT *c,
                         const body_type *self, const struct near near[NEAR_TYPES], bool energy,
                         struct total *total)
{
#ifdef MODEL_INTERACTIONS
    static_assert(MODEL_INTERACTIONS <= 8, "there is a line below for each way to interact");
#define ADD(way)                                                                                   \
    case way:                                                                                      \
        if ((way) < MODEL_INTERACTIONS)                                                            \
            near_add(a, c, self, &near[t], t, way, energy, total);                                 \
        break
    for (int t = 0; t < NEAR_TYPES; t++) {
        if (near[t].count == 0)
            continue;
        switch ((int)OF_MODEL(_interaction)(c, self->type, t)) {
            ADD(0);
            ADD(1);
            ADD(2);
            ADD(3);
            ADD(4);
            ADD(5);
            ADD(6);
            ADD(7);
        default:
            break;
        }
    }
#undef ADD
#else
    near_add(a, c, self, near, 0, LOOK_UP, energy, total);
#endif
}

#endif
