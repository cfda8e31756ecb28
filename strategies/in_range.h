/*
 * Gathers the partners of a particle within the cut-off from its row into contiguous arrays. If
 * interactions depend on types, there is one array per type. A vector loop then evaluates the pairs
 * with partners of one type, one per lane. All lanes take the same branches and share values that
 * depend on types. In models without kinds of interaction, branches of pairs may differ, so pairs
 * are evaluated one by one.
 */
#ifndef PAIRLANES_STRATEGIES_IN_RANGE_H
#define PAIRLANES_STRATEGIES_IN_RANGE_H

#include "models/word.h"
#include "strategies/particle.h"
#include "strategies/simd.h"

#include <assert.h>

/** Number of arrays: one per type, or one for all. */
#if HAS_KINDS
enum { IN_RANGE_TYPES = 16 };
#else
enum { IN_RANGE_TYPES = 1 };
#endif

/** Largest number of entries of a row that are tested at a time. */
enum { IN_RANGE_MOST = 256 };

/** Partners in range, padded to a multiple of LANES with the dummy particle n. */
struct in_range {
    REAL x[IN_RANGE_MOST + LANES], y[IN_RANGE_MOST + LANES],
        z[IN_RANGE_MOST + LANES]; /* displacements to the partners */
    int32_t particle[IN_RANGE_MOST + LANES];
    int count; /* number of partners, without padding */
} __attribute__((aligned(64)));

#ifdef HAS_AVX512

/**
 * Appends the lanes within the cut-off to the arrays of their types, all lanes of a type at a time.
 */
INLINE void in_range_append(const struct lanes *to, const int32_t *entry, REAL cutoff2,
                            struct in_range partners[IN_RANGE_TYPES])
{
    const REAL *const from[3] = {to->x, to->y, to->z};
    int32_t type[LANES] __attribute__((aligned(64)));
    unsigned types = 0;
#pragma omp simd reduction(| : types)
    for (int k = 0; k < LANES; k++) {
        type[k] = IN_RANGE_TYPES > 1 ? word_type(word_in(to->w[k])) : 0;
        types |= 1U << type[k];
    }
    for (; types != 0; types &= types - 1) {
        int t = __builtin_ctz(types), end = partners[t].count;
        REAL *const behind[3] = {partners[t].x + end, partners[t].y + end, partners[t].z + end};
        partners[t].count +=
            KEEP_REALS(from, type, t, cutoff2, entry, behind, partners[t].particle + end);
    }
}

#else

/** Appends the lanes within the cut-off to the arrays of their types, one lane at a time. */
INLINE void in_range_append(const struct lanes *to, const int32_t *entry, REAL cutoff2,
                            struct in_range partners[IN_RANGE_TYPES])
{
    int32_t type[LANES] __attribute__((aligned(64))), within[LANES] __attribute__((aligned(64)));
#pragma omp simd
    for (int k = 0; k < LANES; k++) {
        type[k] = IN_RANGE_TYPES > 1 ? word_type(word_in(to->w[k])) : 0;
        within[k] = to->x[k] * to->x[k] + to->y[k] * to->y[k] + to->z[k] * to->z[k] < cutoff2;
    }
    /* branch-free: each lane is stored, and the next lane overwrites one that is out of range */
    for (int k = 0; k < LANES; k++) {
        struct in_range *of = &partners[type[k]];
        const int end = of->count;
        of->x[end] = to->x[k];
        of->y[end] = to->y[k];
        of->z[end] = to->z[k];
        of->particle[end] = entry[k];
        of->count = end + within[k];
    }
}

#endif

/**
 * Finds the partners in range among `count` entries of the list, starting at `place`. `count` is a
 * multiple of LANES and at most IN_RANGE_MOST.
 */
INLINE void in_range_find(const struct cpu_arguments *a, const struct box_frame *v, int axes,
                          int64_t place, int count, struct in_range partners[IN_RANGE_TYPES])
{
#ifdef FRACTION_BITS
    const double margin =
        1.001; /* products may be contracted here and not in evaluate_pair, which tests again */
#else
    const double margin = 1;
#endif
    const REAL cutoff2 = (REAL)(margin * a->cutoff * a->cutoff);
    for (int t = 0; t < IN_RANGE_TYPES; t++)
        partners[t].count = 0;
    for (int64_t at = place; at < place + count; at += LANES) {
        const int32_t *entry = rows_of(a)->entry + at;
        struct lanes to;
        lanes_load(&to, (const REAL *)a->position, entry);
#pragma omp simd
        for (int k = 0; k < LANES; k++) {
            to.x[k] = FRAME_X(v, to.x[k], axes);
            to.y[k] = FRAME_Y(v, to.y[k], axes);
            to.z[k] = FRAME_Z(v, to.z[k], axes);
        }
        in_range_append(&to, entry, cutoff2, partners);
    }
    for (int t = 0; t < IN_RANGE_TYPES; t++) {
        for (int k = partners[t].count; k % LANES != 0; k++) {
            partners[t].particle[k] = (int32_t)a->n;
            partners[t].x[k] = partners[t].y[k] = partners[t].z[k] = (REAL)a->cutoff;
        }
    }
}

/* no vector loop in fixed point, because the order of the two bodies differs between lanes */
#if !HAS_KINDS || defined(FRACTION_BITS)

typedef struct total in_range_sums;

/**
 * Adds the forces of partners to a particle's sums, one by one; all have the same kind of
 * interaction.
 */
INLINE void in_range_add(const struct own_particle *self, const struct in_range *partners, int type,
                         int kind, bool energy, in_range_sums *sums)
{
    (void)type;
    for (int k = 0; k < partners->count; k++) {
        struct pair pair = {.other = {partners->particle[k], kind},
                            .d = {partners->x[k], partners->y[k], partners->z[k]}};
        if (evaluate_pair(self, &pair))
            total_add(sums, &pair.f, energy);
    }
}

INLINE struct total in_range_total(const in_range_sums *sums)
{
    return *sums;
}

#else

/**
 * Returns the force of the lane's pair. The result is returned by value, because gcc would keep it
 * in memory if the vector loop passed its address.
 */
INLINE struct pair_force in_range_pair(const struct cpu_arguments *a, const MODEL_STRUCT *c,
                                       const body_type *self, const struct in_range *partners,
                                       int k, int type, int kind, struct quaternion orientation)
{
    struct pair_force f;
    body_type other = OF_MODEL(_body_of)(c, type, 0, orientation);
    f.selected = a->terms;
#if HAS_KINDS
    other.type = type; /* shows the compiler that the type is constant in the loop */
    model_pair(c, self, &other, kind, partners->x[k], partners->y[k], partners->z[k], &f);
#else
    (void)kind;
    model_pair(c, self, &other, partners->x[k], partners->y[k], partners->z[k], &f);
#endif
    select_virial(&f, partners->x[k], partners->y[k], partners->z[k]);
    return f;
}

/** Sums of forces, energies and torques, by lane. */
typedef struct {
    struct lane_sums force, torque;
} in_range_sums;

/**
 * Adds the forces of partners of one type to the sums by lane. All have the same kind of
 * interaction. Lanes are not added up here: for the few partners of a type that would cost more
 * than their pairs.
 */
INLINE void in_range_add(const struct own_particle *self, const struct in_range *partners, int type,
                         int kind, bool energy, in_range_sums *sums)
{
    /*
     * local copies of pointers, because gcc would load them through `self` again in every lane and
     * not vectorize the loop
     */
    const struct cpu_arguments *a = self->arguments;
    const MODEL_STRUCT *c = self->constants;
    const body_type *body = &self->body;
    const struct quaternion none = {1, 0, 0, 0};
    const int32_t dummy = (int32_t)a->n;
#if HAS_KINDS
    const bool oriented = (OF_MODEL(_orientations)(kind) & ORIENTATION_Q) != 0;
#else
    const bool oriented = true;
#endif
    for (int at = 0; at < partners->count; at += LANES) {
        REAL orientation[4][LANES] __attribute__((aligned(64)));
        if (oriented)
            LOAD_REALS((const REAL *)a->orientation, partners->particle + at, orientation[0],
                       orientation[1], orientation[2], orientation[3]);
#pragma omp simd
        for (int lane = 0; lane < LANES; lane++) {
            const struct quaternion q = {orientation[0][lane], orientation[1][lane],
                                         orientation[2][lane], orientation[3][lane]};
            const struct pair_force f =
                in_range_pair(a, c, body, partners, at + lane, type, kind, oriented ? q : none);
            bool present = partners->particle[at + lane] != dummy;
            sums->force.x[lane] -= to_sum(present ? f.x : 0);
            sums->force.y[lane] -= to_sum(present ? f.y : 0);
            sums->force.z[lane] -= to_sum(present ? f.z : 0);
            sums->torque.x[lane] += to_sum(present ? f.torque.x : 0);
            sums->torque.y[lane] += to_sum(present ? f.torque.y : 0);
            sums->torque.z[lane] += to_sum(present ? f.torque.z : 0);
            if (energy)
                sums->force.energy[lane] += to_sum(present ? f.energy : 0);
        }
    }
}

/** Adds up the sums of all lanes. */
INLINE struct total in_range_total(const in_range_sums *sums)
{
    SUM force[4], torque[4];
    lanes_sum(&sums->force, force);
    lanes_sum(&sums->torque, torque);
    const struct total total = {
        force[0], force[1], force[2], force[3], {torque[0], torque[1], torque[2]}};
    return total;
}

#endif

/** Adds the forces of the partners of all types to the sums of a particle. */
INLINE void in_range_add_all(const struct own_particle *self,
                             const struct in_range partners[IN_RANGE_TYPES], bool energy,
                             struct total *total)
{
    in_range_sums sums = {0};
#if HAS_KINDS
    static_assert(MODEL_INTERACTIONS <= 8, "there is a line below for each kind of interaction");
#define ADD(kind)                                                                                  \
    case kind:                                                                                     \
        if ((kind) < MODEL_INTERACTIONS)                                                           \
            in_range_add(self, &partners[t], t, kind, energy, &sums);                              \
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
    in_range_add(self, partners, 0, LOOK_UP, energy, &sums);
#endif
    const struct total found = in_range_total(&sums);
    total_join(total, &found);
}

#endif
