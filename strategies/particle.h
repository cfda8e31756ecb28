/*
 * A particle, its partners and its sums, for models with and without bodies alike. A body is
 * derived from a particle's type and orientation by the model.
 */
#ifndef PAIRLANES_STRATEGIES_PARTICLE_H
#define PAIRLANES_STRATEGIES_PARTICLE_H

#include "models/word.h"
#include "strategies/box_frame.h"

#include <stddef.h>

/** Sums of a particle: forces on it, torques, energies. */
struct total {
    SUM x, y, z, energy;
#if HAS_ORIENTATION
    struct sum3 torque;
#endif
};

/** Data of a particle in addition to its position; nothing in models without bodies. */
typedef struct OF_MODEL(_body) body_type;

/** Returns the word stored in the bits of a number (models/word.h). */
INLINE int32_t word_in(REAL number)
{
    union {
        REAL number;
        int32_t
            word[sizeof(REAL) / sizeof(int32_t)]; /* the low half of a long number comes first */
    } of = {number};
    return of.word[0];
}

/**
 * The body of particle i; without `needs_orientation`, as if it were oriented along the axes of
 * space.
 */
INLINE body_type body_at(const struct cpu_arguments *a, const MODEL_STRUCT *c, int64_t i,
                         bool needs_orientation)
{
#if HAS_BODIES
    const int32_t word = word_in(((const REAL *)a->position)[4 * i + 3]);
    const struct quaternion none = {1, 0, 0, 0};
#if HAS_ORIENTATION
    /* Each of the two cases makes its own body: the compiler folds the one without orientation into
       constants, which it would not do with an orientation chosen by a condition. */
    const REAL *o = (const REAL *)a->orientation + 4 * i;
    if (needs_orientation) {
        const struct quaternion q = {o[0], o[1], o[2], o[3]};
        return OF_MODEL(_body_of)(c, word_type(word), word_charge(word), q);
    }
#else
    (void)needs_orientation;
#endif
    return OF_MODEL(_body_of)(c, word_type(word), word_charge(word), none);
#else
    (void)a;
    (void)c;
    (void)i;
    (void)needs_orientation;
    static body_type nothing; /* zeros, of a structure that in C++ has no member */
    return nothing;
#endif
}

/** A particle whose pairs are evaluated. */
struct own_particle {
    const struct cpu_arguments *arguments;
    const MODEL_STRUCT *constants;
    int64_t i;
    body_type body;
};

INLINE struct own_particle own_particle_of(const struct cpu_arguments *a, const MODEL_STRUCT *c,
                                           int64_t i)
{
    struct own_particle self = {a, c, i, body_at(a, c, i, true)};
    return self;
}

/** A particle that another one may interact with. */
struct partner {
    int64_t i;
    int interaction; /* the kind of their interaction, or LOOK_UP */
};

/** A pair of a particle and a partner. */
struct pair {
    struct partner other;
    struct displacement d; /* vector from the particle to its partner */
    struct pair_force f;   /* force on the partner */
};

/** Returns the kind of interaction of an entry or an edge if the list has stored it; otherwise
 * LOOK_UP. */
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

#if HAS_ORIENTATION
/** The torque on q: that on both is minus r x F. */
INLINE struct vector balancing_torque(const struct pair_force *f, real dx, real dy, real dz)
{
    return times(-1, plus(f->torque, cross(vector(dx, dy, dz), vector(f->x, f->y, f->z))));
}
#endif

#include "strategies/pair_of_bodies.h"

/* Evaluates a pair of bodies, from the row of their types or from the bodies. It is a macro,
 * because a function around the pair function changes the code of loops. */
#if HAS_ROWS
typedef struct OF_MODEL(_row) row_type;

#define pair_of_particles(a, c, p, q, dx, dy, dz, f)                                               \
    model_pair(c, row_of_types(a, (p)->type, (q)->type), charges_of(c, p, q), dx, dy, dz, f)
#define charges_of(c, p, q) product_of_charges(c, (p)->charge, (q)->charge)

INLINE const row_type *row_of_types(const struct cpu_arguments *a, int p, int q)
{
    return (const row_type *)a->tables->pair + a->tables->types * p + q;
}
#else
typedef void row_type;

#define pair_of_particles(a, c, p, q, dx, dy, dz, f) pair_of_bodies(c, p, q, dx, dy, dz, f)
#endif

/* Evaluates a pair of points, in loops over vectors that only points use. */
#if HAS_BODIES
INLINE bool pair_of_points(const MODEL_STRUCT *c, real dx, real dy, real dz, struct pair_force *f)
{
    (void)c;
    f->x = dx;
    f->y = dy;
    f->z = dz;
    return false;
}
#else
#define pair_of_points model_pair
#endif

/**
 * Evaluates the pair of a particle and pair->other, pair->d the vector between them: fills pair->f,
 * and returns whether the two interact. A partner's body is made only if it is in range.
 */
INLINE bool evaluate_pair(const struct own_particle *self, struct pair *pair)
{
    const struct cpu_arguments *a = self->arguments;
    const MODEL_STRUCT *c = self->constants;
    const struct displacement d = pair->d;
    struct pair_force *f = &pair->f;
#if HAS_BODIES
    if (d.x * d.x + d.y * d.y + d.z * d.z >= (REAL)(a->cutoff * a->cutoff))
        return false;
    f->selected = a->terms;
#if HAS_KINDS
    int interaction = pair->other.interaction;
    if (interaction == LOOK_UP)
        interaction =
            OF_MODEL(_interaction)(c, self->body.type, body_at(a, c, pair->other.i, false).type);
    bool needs_orientation = (OF_MODEL(_orientations)(interaction) & ORIENTATION_Q) != 0;
    body_type other = body_at(a, c, pair->other.i, needs_orientation);
    bool interacts = pair_of_bodies(c, &self->body, &other, interaction, d.x, d.y, d.z, f);
#else
    body_type other = body_at(a, c, pair->other.i, true);
    bool interacts = pair_of_particles(a, c, &self->body, &other, d.x, d.y, d.z, f);
#endif
#else
    f->selected = a->terms;
    bool interacts = model_pair(c, d.x, d.y, d.z, f);
#endif
    select_virial(f, d.x, d.y, d.z);
    return interacts;
}

INLINE void sum3_add(struct sum3 *sum, struct vector v)
{
    sum->x += to_sum(v.x);
    sum->y += to_sum(v.y);
    sum->z += to_sum(v.z);
}

/** Adds a torque to a particle's sums; particles without orientation have none. */
INLINE void total_turn(struct total *sum, struct vector torque)
{
#if HAS_ORIENTATION
    sum3_add(&sum->torque, torque);
#else
    (void)sum;
    (void)torque;
#endif
}

/** Adds a torque that was summed before. */
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

/** Adds the force on the particle p of a pair to its sums. */
INLINE void total_add(struct total *sum, const struct pair_force *f, bool energy)
{
    sum->x -= to_sum(f->x);
    sum->y -= to_sum(f->y);
    sum->z -= to_sum(f->z);
    if (energy)
        sum->energy += energy_to_sum(f->energy);
    total_turn(sum, torque_of(f));
}

/** Adds the sums of another part of the same particle's pairs. */
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

/** Stores a particle's sums; `half`: half of the energy belongs to it, the rest to its partners. */
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
