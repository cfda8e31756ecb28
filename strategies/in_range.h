/*
 * The partners of a particle within the cut-off, picked out of its row and laid side by side, apart
 * for each type where types decide how pairs interact. The pairs with partners of one type make a
 * straight loop, in which the lanes of a vector take a pair each, branch alike and share what
 * depends on the types. Pairs of a MODEL_UNEVEN are taken one by one.
 */
#ifndef PAIRLANES_STRATEGIES_IN_RANGE_H
#define PAIRLANES_STRATEGIES_IN_RANGE_H

#include "strategies/particle.h"
#include "strategies/simd.h"

#include <assert.h>

/** Types that are kept apart, at most. */
#ifdef MODEL_INTERACTIONS
enum { IN_RANGE_TYPES = 16 };
#else
enum { IN_RANGE_TYPES = 1 };
#endif

/** Entries of a row that are looked through at once. */
enum { IN_RANGE_MOST = 256 };

/** Partners, filled up to a multiple of LANES with the dummy. */
struct in_range {
    REAL x[IN_RANGE_MOST + LANES], y[IN_RANGE_MOST + LANES],
        z[IN_RANGE_MOST + LANES]; /* vectors to them */
    int32_t particle[IN_RANGE_MOST + LANES];
    int count; /* without the dummies */
} __attribute__((aligned(64)));

/**
 * Finds the partners among `count` entries of the list, a multiple of LANES and at most
 * IN_RANGE_MOST, from `place` on.
 */
INLINE void in_range_find(const struct cpu_arguments *a, const struct box_frame *v, int axes,
                          int64_t place, int count, struct in_range partners[IN_RANGE_TYPES])
{
#ifdef FRACTION_BITS
    const double margin =
        1.001; /* the compiler may contract products here and not in evaluate_pair, which decides */
#else
    const double margin = 1;
#endif
    const REAL cutoff2 = (REAL)(margin * a->cutoff * a->cutoff);
    for (int t = 0; t < IN_RANGE_TYPES; t++)
        partners[t].count = 0;
    for (int64_t at = place; at < place + count; at += LANES) {
        struct lanes to;
        int32_t type[LANES] __attribute__((aligned(64)));
        unsigned types = 0;
        lanes_load(&to, (const REAL *)a->position, rows_of(a)->entry + at);
#pragma omp simd reduction(| : types)
        for (int k = 0; k < LANES; k++) {
            to.x[k] = FRAME_X(v, to.x[k], axes);
            to.y[k] = FRAME_Y(v, to.y[k], axes);
            to.z[k] = FRAME_Z(v, to.z[k], axes);
            type[k] = IN_RANGE_TYPES > 1 ? (int)to.w[k] : 0;
            types |= 1U << type[k];
        }
        for (; types != 0; types &= types - 1) {
            int t = __builtin_ctz(types), end = partners[t].count;
            const REAL *const from[3] = {to.x, to.y, to.z};
            REAL *const behind[3] = {partners[t].x + end, partners[t].y + end, partners[t].z + end};
            partners[t].count += KEEP_REALS(from, type, t, cutoff2, rows_of(a)->entry + at, behind,
                                            partners[t].particle + end);
        }
    }
    for (int t = 0; t < IN_RANGE_TYPES; t++) {
        for (int k = partners[t].count; k % LANES != 0; k++) {
            partners[t].particle[k] = (int32_t)a->n;
            partners[t].x[k] = partners[t].y[k] = partners[t].z[k] = (REAL)a->cutoff;
        }
    }
}

/* pairs in fixed point have an order of their own, which is not that of a vector */
#if defined(MODEL_UNEVEN) || defined(FRACTION_BITS)

/** Adds the forces of partners, the kind of whose interaction is known, to a particle's sums. */
INLINE void in_range_add(const struct own_particle *self, const struct in_range *partners, int type,
                         int kind, bool energy, struct total *total)
{
    (void)type;
    for (int k = 0; k < partners->count; k++) {
        struct pair pair = {.other = {partners->particle[k], kind},
                            .d = {partners->x[k], partners->y[k], partners->z[k]}};
        if (evaluate_pair(self, &pair))
            total_add(total, &pair.f, energy);
    }
}

#else

/**
 * The force of the pair that a lane takes. The struct is returned, for gcc would make an array of
 * it in memory if the vector loop took its address.
 */
INLINE struct pair_force in_range_pair(const struct cpu_arguments *a, const MODEL_STRUCT *c,
                                       const body_type *self, const struct in_range *partners,
                                       int k, int type, int kind, struct quaternion orientation)
{
    struct pair_force f;
    body_type other = OF_MODEL(_body_of)(c, (REAL)type, orientation);
    f.selected = a->terms;
#ifdef MODEL_INTERACTIONS
    other.type = type; /* so that the compiler sees that it is the same in the whole loop */
    model_pair(c, self, &other, kind, partners->x[k], partners->y[k], partners->z[k], &f);
#else
    (void)kind;
    model_pair(c, self, &other, partners->x[k], partners->y[k], partners->z[k], &f);
#endif
    select_virial(&f, partners->x[k], partners->y[k], partners->z[k]);
    return f;
}

/**
 * Adds the forces of partners of one type, whose interactions are all of one kind, to a particle's
 * sums.
 */
INLINE void in_range_add(const struct own_particle *self, const struct in_range *partners, int type,
                         int kind, bool energy, struct total *total)
{
    /* Pointers of the loop's own: through `self` they would be loaded anew in every lane, and gcc
       would make no vectors of the loop. */
    const struct cpu_arguments *a = self->arguments;
    const MODEL_STRUCT *c = self->constants;
    const body_type *body = &self->body;
    const int32_t dummy = (int32_t)a->n;
    int padded = (partners->count + LANES - 1) / LANES * LANES;
    SUM x = 0, y = 0, z = 0, u = 0, turn_x = 0, turn_y = 0, turn_z = 0;
    REAL orientation[4][IN_RANGE_MOST] __attribute__((aligned(64)));
    for (int k = 0; k < padded; k += LANES)
        LOAD_REALS((const REAL *)a->orientation, partners->particle + k, orientation[0] + k,
                   orientation[1] + k, orientation[2] + k, orientation[3] + k);
#pragma omp simd reduction(+ : x, y, z, u, turn_x, turn_y, turn_z)
    for (int k = 0; k < padded; k++) {
        const struct quaternion q = {orientation[0][k], orientation[1][k], orientation[2][k],
                                     orientation[3][k]};
        const struct pair_force f = in_range_pair(a, c, body, partners, k, type, kind, q);
        bool present = partners->particle[k] != dummy;
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
INLINE void in_range_add_all(const struct own_particle *self,
                             const struct in_range partners[IN_RANGE_TYPES], bool energy,
                             struct total *total)
{
#ifdef MODEL_INTERACTIONS
    static_assert(MODEL_INTERACTIONS <= 8, "there is a line below for each kind of interaction");
#define ADD(kind)                                                                                  \
    case kind:                                                                                     \
        if ((kind) < MODEL_INTERACTIONS)                                                           \
            in_range_add(self, &partners[t], t, kind, energy, total);                              \
        break
    for (int t = 0; t < IN_RANGE_TYPES; t++) {
        if (partners[t].count == 0)
            continue;
        switch ((int)OF_MODEL(_interaction)(self->constants, self->body.type, t)) {
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
    in_range_add(self, partners, 0, LOOK_UP, energy, total);
#endif
}

#endif
