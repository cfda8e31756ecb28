/*
 * Satisfies constraints of distances, group by group; constraints that share a particle belong to
 * one group. Positions follow J.-P. Ryckaert, G. Ciccotti, H. J. C. Berendsen, J. Comput. Phys. 23,
 * 327 (1977), SHAKE; velocities follow H. C. Andersen, J. Comput. Phys. 52, 24 (1983), RATTLE. Both
 * iterate over the constraints until all are satisfied. For C and CUDA C.
 */
#ifndef PAIRLANES_DEVICE_CONSTRAINT_H
#define PAIRLANES_DEVICE_CONSTRAINT_H

#include "harness/physics/shared/shared.h"

enum { CONSTRAINT_ROUNDS = 1000, CONSTRAINTS_SATISFIED = -1 };

/**
 * Largest relative error of a length. Velocities along a constraint, times the time step over the
 * length, have the same limit.
 */
#define CONSTRAINT_TOLERANCE 1e-9

/** Minimum cosine of the angle by which a constraint turns in a step. */
#define CONSTRAINT_TURN 0.2

/** A constrained distance between two particles. */
struct constraint_length {
    int member[2]; /* indices of the two particles in the group */
    double length;
};

/**
 * Vectors from the first to the second member of a constraint. `apart`: displacement or difference
 * of velocities to correct; `along`: direction of corrections.
 */
struct constraint_vectors {
    double apart[3], along[3];
};

/** Correction of a member's position or velocity so far, and 1 / mass. */
struct constraint_member {
    double added[3], per_mass;
};

/** A group of constraints; successive elements of its arrays are `stride` elements apart. */
struct constraint_group {
    int constraints, members, stride;
    const struct constraint_length *length;
    const int *particle; /* index of each member's particle */
    struct constraint_vectors *vectors;
    struct constraint_member *member;
};

/**
 * Computes the current difference of a constraint's members, and returns its component along the
 * direction of corrections.
 */
SHARED_FUNCTION double constraint_now(const struct constraint_vectors *v,
                                      const struct constraint_member *first,
                                      const struct constraint_member *second, double now[3])
{
    double product = 0;
    for (int d = 0; d < 3; d++) {
        now[d] = v->apart[d] + second->added[d] - first->added[d];
        product += now[d] * v->along[d];
    }
    return product;
}

/**
 * Moves the two members along a constraint's direction by -`by` and `by` times 1 / mass. This
 * conserves momentum.
 */
SHARED_FUNCTION void constraint_add(const struct constraint_vectors *v, double by,
                                    struct constraint_member *first,
                                    struct constraint_member *second)
{
    for (int d = 0; d < 3; d++) {
        first->added[d] -= by * first->per_mass * v->along[d];
        second->added[d] += by * second->per_mass * v->along[d];
    }
}

/**
 * Corrects positions until all distances have their lengths. Returns CONSTRAINTS_SATISFIED, or the
 * index of a constraint that cannot be satisfied.
 */
SHARED_FUNCTION int constraint_positions(const struct constraint_group *group)
{
    int wrong = 0;
    for (int round = 0; round < CONSTRAINT_ROUNDS && wrong != CONSTRAINTS_SATISFIED; round++) {
        wrong = CONSTRAINTS_SATISFIED;
        for (int k = 0; k < group->constraints; k++) {
            const struct constraint_length *c = &group->length[k * group->stride];
            const struct constraint_vectors *v = &group->vectors[k * group->stride];
            struct constraint_member *first = &group->member[c->member[0] * group->stride];
            struct constraint_member *second = &group->member[c->member[1] * group->stride];
            double now[3];
            const double product = constraint_now(v, first, second, now);
            const double wanted = c->length * c->length;
            const double off = wanted - now[0] * now[0] - now[1] * now[1] - now[2] * now[2];
            if (fabs(off) <= 2 * CONSTRAINT_TOLERANCE * wanted)
                continue;
            wrong = k;
            if (!(product > CONSTRAINT_TURN * wanted))
                return wrong;
            constraint_add(v, off / (2 * product * (first->per_mass + second->per_mass)), first,
                           second);
        }
    }
    return wrong;
}

/**
 * Removes velocities along constraints until they are below CONSTRAINT_TOLERANCE times length over
 * `time`.
 */
SHARED_FUNCTION void constraint_velocities(const struct constraint_group *group, double time)
{
    bool done = false;
    for (int round = 0; round < CONSTRAINT_ROUNDS && !done; round++) {
        done = true;
        for (int k = 0; k < group->constraints; k++) {
            const struct constraint_length *c = &group->length[k * group->stride];
            const struct constraint_vectors *v = &group->vectors[k * group->stride];
            struct constraint_member *first = &group->member[c->member[0] * group->stride];
            struct constraint_member *second = &group->member[c->member[1] * group->stride];
            double now[3], along2 = 0;
            const double product = constraint_now(v, first, second, now);
            if (fabs(product) * time <= CONSTRAINT_TOLERANCE * c->length * c->length)
                continue;
            done = false;
            for (int d = 0; d < 3; d++)
                along2 += v->along[d] * v->along[d];
            constraint_add(v, -product / (along2 * (first->per_mass + second->per_mass)), first,
                           second);
        }
    }
}

#endif
