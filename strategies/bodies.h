/*
 * Bodies and their pairs. A model derives a body from a particle's type and orientation. Not used
 * for models of points: particle.h defines the same names for points.
 */
#ifndef PAIRLANES_STRATEGIES_BODIES_H
#define PAIRLANES_STRATEGIES_BODIES_H

#include "models/word.h"

/** Makes the body of particle i; without `needs_orientation` its axes are the axes of space. */
INLINE body_type body_at(const struct cpu_arguments *a, const MODEL_STRUCT *c, int64_t i,
                         bool needs_orientation)
{
    const int32_t word = word_in(((const REAL *)a->position)[4 * i + 3]);
    const struct quaternion none = {1, 0, 0, 0};
#if HAS_ORIENTATION
    /*
     * Two calls, because the compiler folds the call with the fixed orientation into constants. It
     * would not do so if a condition chose the orientation for a single call.
     */
    const REAL *o = (const REAL *)a->orientation + 4 * i;
    if (needs_orientation) {
        const struct quaternion q = {o[0], o[1], o[2], o[3]};
        return OF_MODEL(_body_of)(c, word_type(word), word_charge(word), q);
    }
#else
    (void)needs_orientation;
#endif
    return OF_MODEL(_body_of)(c, word_type(word), word_charge(word), none);
}

#if HAS_ORIENTATION
/** Returns the torque on q: the torques on both particles add up to minus r x F. */
INLINE struct vector balancing_torque(const struct pair_force *f, real dx, real dy, real dz)
{
    return times(-1, plus(f->torque, cross(vector(dx, dy, dz), vector(f->x, f->y, f->z))));
}

#include "strategies/pair_of_bodies.h"
#endif

/*
 * Evaluates a pair of bodies, with the row of their types if the model has rows. A macro, because a
 * wrapper function would change the machine code of loops over pairs.
 */
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

/* Evaluates a pair of points; vectorized loops over points call it. */
INLINE bool pair_of_points(const MODEL_STRUCT *c, real dx, real dy, real dz, struct pair_force *f)
{
    (void)c;
    f->x = dx;
    f->y = dy;
    f->z = dz;
    return false;
}

/**
 * Evaluates the pair of a particle and pair->other, with displacement pair->d: fills pair->f, and
 * returns whether the two interact. Makes the partner's body only if the partner is in range.
 */
INLINE bool evaluate_pair(const struct own_particle *self, struct pair *pair)
{
    const struct cpu_arguments *a = self->arguments;
    const MODEL_STRUCT *c = self->constants;
    const struct displacement d = pair->d;
    struct pair_force *f = &pair->f;
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
    select_virial(f, d.x, d.y, d.z);
    return interacts;
}

#endif
