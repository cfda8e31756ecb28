/* A particle and its pairs, for models with and without bodies alike. */
#ifndef PAIRLANES_STRATEGIES_BODY_H
#define PAIRLANES_STRATEGIES_BODY_H

#include "strategies/view.h"

#include <stddef.h>

/** A particle's sums: of the forces on it, of the torques, of energies. */
struct total {
    SUM x, y, z, energy;
#ifdef MODEL_ORIENTED
    struct sum3 torque;
#endif
};

/** What a particle is beside its position; nothing in models without bodies. */
#ifdef MODEL_BODY
typedef struct OF_MODEL(_body) body_type;
#else
typedef struct {
    char none;
} body_type;
#endif

/** The body of particle i; without `turned`, as if it had the orientation of the space frame. */
INLINE body_type body_turned(const struct cpu_arguments *a, const MODEL_STRUCT *c, int64_t i,
                             bool turned)
{
#ifdef MODEL_BODY
    const REAL type = ((const REAL *)a->position)[4 * i + 3];
    const struct quaternion none = {1, 0, 0, 0};
#ifdef MODEL_ORIENTED
    const REAL *o = (const REAL *)a->orientation + 4 * i;
    if (turned) { /* both ways make a body: of none the compiler makes constants */
        const struct quaternion q = {o[0], o[1], o[2], o[3]};
        return OF_MODEL(_body_of)(c, type, q);
    }
#else
    (void)turned;
#endif
    return OF_MODEL(_body_of)(c, type, none);
#else
    (void)a;
    (void)c;
    (void)i;
    (void)turned;
    const body_type nothing = {0};
    return nothing;
#endif
}

/** The body of particle i. */
INLINE body_type body_at(const struct cpu_arguments *a, const MODEL_STRUCT *c, int64_t i)
{
    return body_turned(a, c, i, true);
}

/** How the pair of an entry or edge interacts, if the list has it stored; else LOOK_UP. */
INLINE int interaction_at(const uint8_t *interaction, int64_t place)
{
#ifdef MODEL_INTERACTIONS
    if (interaction != NULL)
        return interaction[place];
#else
    (void)interaction;
    (void)place;
#endif
    return LOOK_UP;
}

#ifdef MODEL_ORIENTED
/** The torque on q: that on both is minus r x F. */
INLINE struct vector balancing_torque(const struct pair_force *f, real dx, real dy, real dz)
{
    return times(-1, plus(f->torque, cross(vector(dx, dy, dz), vector(f->x, f->y, f->z))));
}
#endif

#include "strategies/pair_of_bodies.h"

/**
 * The force between `self` and particle j, d the vector to it. `interaction` is how they interact,
 * or LOOK_UP to find it by their types. A partner's body is made only if it is in range.
 */
INLINE bool meet(const struct cpu_arguments *a, const MODEL_STRUCT *c, const body_type *self,
                 int64_t j, int interaction, REAL dx, REAL dy, REAL dz, struct pair_force *f)
{
#ifdef MODEL_BODY
    if (dx * dx + dy * dy + dz * dz >= (REAL)(a->cutoff * a->cutoff))
        return false;
#ifdef MODEL_INTERACTIONS
    if (interaction == LOOK_UP)
        interaction = OF_MODEL(_interaction)(c, self->type, body_turned(a, c, j, false).type);
    bool turned = (OF_MODEL(_orientations)(interaction) & ORIENTATION_Q) != 0;
    body_type other = body_turned(a, c, j, turned);
    f->selected = a->terms;
    bool interacts = pair_of_bodies(c, self, &other, interaction, dx, dy, dz, f);
#else
    (void)interaction;
    body_type other = body_at(a, c, j);
    f->selected = a->terms;
    bool interacts = pair_of_bodies(c, self, &other, dx, dy, dz, f);
#endif
#else
    (void)self;
    (void)j;
    (void)interaction;
    f->selected = a->terms;
    bool interacts = model_pair(c, dx, dy, dz, f);
#endif
    select_virial(f, dx, dy, dz);
    return interacts;
}

#ifdef MODEL_ORIENTED
INLINE void sum3_add(struct sum3 *sum, struct vector v)
{
    sum->x += to_sum(v.x);
    sum->y += to_sum(v.y);
    sum->z += to_sum(v.z);
}
#endif

/** Adds the force on p of a pair to the sums of p. */
INLINE void total_add(struct total *sum, const struct pair_force *f, bool energy)
{
    sum->x -= to_sum(f->x);
    sum->y -= to_sum(f->y);
    sum->z -= to_sum(f->z);
    if (energy)
        sum->energy += energy_to_sum(f->energy);
#ifdef MODEL_ORIENTED
    sum3_add(&sum->torque, f->torque);
#endif
}

/** Stores a particle's sums; `half`: half of the energy is its own. */
INLINE void total_store(const struct cpu_arguments *a, int64_t i, const struct total *sum,
                        bool half)
{
    SUM *force = (SUM *)a->force + 4 * i;
    force[0] = sum->x;
    force[1] = sum->y;
    force[2] = sum->z;
    force[3] = half ? sum->energy / 2 : sum->energy;
#ifdef MODEL_ORIENTED
    SUM *torque = (SUM *)a->torque + 4 * i;
    torque[0] = sum->torque.x;
    torque[1] = sum->torque.y;
    torque[2] = sum->torque.z;
    torque[3] = 0;
#endif
}

#endif
