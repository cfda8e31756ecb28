/*
 * Particles, partners, pairs and the sums of a particle. For models with bodies this file includes
 * bodies.h; otherwise it defines the same names for points.
 */
#ifndef PAIRLANES_STRATEGIES_PARTICLE_H
#define PAIRLANES_STRATEGIES_PARTICLE_H

#include "strategies/box_frame.h"

#include <stddef.h>

struct sum3 {
    SUM x, y, z;
};

/** Sums for a particle: forces, torques and energies. */
struct total {
    SUM x, y, z, energy;
#if HAS_ORIENTATION
    struct sum3 torque;
#endif
};

/** Data of a particle in addition to its position; empty in models without bodies. */
typedef struct OF_MODEL(_body) body_type;

/** The own particle: its pairs are evaluated. */
struct own_particle {
    const struct cpu_arguments *arguments;
    const MODEL_STRUCT *constants;
    int64_t i;
    body_type body;
};

/** A particle that may interact with the own particle. */
struct partner {
    int64_t i;
    int interaction; /* kind of interaction of the pair, or LOOK_UP */
};

/** A pair of the own particle and a partner. */
struct pair {
    struct partner other;
    struct displacement d; /* displacement from the own particle to the partner */
    struct pair_force f;   /* force on the partner */
};

/** Returns the word stored in the bits of a number (models/word.h). */
INLINE int32_t word_in(REAL number)
{
    union {
        REAL number;
        int32_t
            word[sizeof(REAL) / sizeof(int32_t)]; /* a double is stored with the lower half first */
    } of = {number};
    return of.word[0];
}

/**
 * Returns the kind of interaction of entry or edge `place` if the list stores kinds, otherwise
 * LOOK_UP.
 */
INLINE int interaction_at(const uint8_t *interaction, int64_t place)
{
#if HAS_KINDS
    if (interaction != NULL)
        return interaction[place];
#else
    (void)interaction;
    (void)place;
#endif
    return LOOK_UP;
}

#if HAS_BODIES
#include "strategies/bodies.h"
#else
/** Returns an empty body, because points have none. */
INLINE body_type body_at(const struct cpu_arguments *a, const MODEL_STRUCT *c, int64_t i,
                         bool needs_orientation)
{
    (void)a;
    (void)c;
    (void)i;
    (void)needs_orientation;
    static body_type nothing; /* static: zero without an initializer, because in C++ the struct
                               * has no member */
    return nothing;
}

/* Evaluates a pair of points; vectorized loops over points call it. */
#define pair_of_points model_pair

/**
 * Evaluates the pair of `self` and pair->other, with displacement pair->d. Fills pair->f; returns
 * whether the two interact.
 */
INLINE bool evaluate_pair(const struct own_particle *self, struct pair *pair)
{
    const struct displacement d = pair->d;
    pair->f.selected = self->arguments->terms;
    bool interacts = model_pair(self->constants, d.x, d.y, d.z, &pair->f);
    select_virial(&pair->f, d.x, d.y, d.z);
    return interacts;
}
#endif

INLINE struct own_particle own_particle_of(const struct cpu_arguments *a, const MODEL_STRUCT *c,
                                           int64_t i)
{
    struct own_particle self = {a, c, i, body_at(a, c, i, true)};
    return self;
}

INLINE void sum3_add(struct sum3 *sum, struct vector v)
{
    sum->x += to_sum(v.x);
    sum->y += to_sum(v.y);
    sum->z += to_sum(v.z);
}

/** Adds a torque to a particle's sums; does nothing for particles without orientation. */
INLINE void total_turn(struct total *sum, struct vector torque)
{
#if HAS_ORIENTATION
    sum3_add(&sum->torque, torque);
#else
    (void)sum;
    (void)torque;
#endif
}

/** Adds a torque that is already a sum over pairs. */
INLINE void total_turn_by(struct total *sum, const SUM torque[3])
{
#if HAS_ORIENTATION
    sum->torque.x += torque[0];
    sum->torque.y += torque[1];
    sum->torque.z += torque[2];
#else
    (void)sum;
    (void)torque;
#endif
}

/** Adds the force and torque on the first particle of a pair to that particle's sums. */
INLINE void total_add(struct total *sum, const struct pair_force *f, bool energy)
{
    sum->x -= to_sum(f->x);
    sum->y -= to_sum(f->y);
    sum->z -= to_sum(f->z);
    if (energy)
        sum->energy += energy_to_sum(f->energy);
    total_turn(sum, torque_of(f));
}

/** Adds the sums over other pairs of the same particle. */
INLINE void total_join(struct total *sum, const struct total *more)
{
    sum->x += more->x;
    sum->y += more->y;
    sum->z += more->z;
    sum->energy += more->energy;
#if HAS_ORIENTATION
    sum->torque.x += more->torque.x;
    sum->torque.y += more->torque.y;
    sum->torque.z += more->torque.z;
#endif
}

/**
 * Stores a particle's sums in memory; if `half`, only half of the energy, because partners store
 * the other half.
 */
INLINE void total_store(const struct cpu_arguments *a, int64_t i, const struct total *sum,
                        bool half)
{
    SUM *force = (SUM *)a->force + 4 * i;
    force[0] = sum->x;
    force[1] = sum->y;
    force[2] = sum->z;
    force[3] = half ? sum->energy / 2 : sum->energy;
#if HAS_ORIENTATION
    SUM *torque = (SUM *)a->torque + 4 * i;
    torque[0] = sum->torque.x;
    torque[1] = sum->torque.y;
    torque[2] = sum->torque.z;
    torque[3] = 0;
#endif
}

#endif
