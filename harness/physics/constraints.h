/*
 * Constraints of particles that move on the CPU (harness/physics/shared/constraint.h). Each group
 * is processed by one thread, so results do not depend on the number of threads.
 */
#pragma once

#include "harness/base/error.h"
#include "harness/particles/constraint_groups.h"
#include "harness/particles/system.h"

#include <stdbool.h>
#include <stdint.h>

/** Groups of constraints, and memory for satisfying them; zeroed: none. */
struct constraints {
    struct constraint_groups groups;
    struct constraint_vectors *vectors;
    struct constraint_member *member;
};

/** Data of a step, and the precision of its state (harness/physics/state.h). */
struct constrained_step {
    const struct particle_type *types;
    double dt;
    double grid;
    bool single;
    const int32_t *number; /* number of each particle in messages; NULL: its index */
    double *const *listed; /* positions when the list was built */
    double limit2;         /* square of the distance from a listed position that makes the list
                            * invalid */
};

/** Groups the constraints of a system. */
bool constraints_create(const struct system *system, struct constraints *constraints,
                        struct error *error);

void constraints_free(struct constraints *constraints);

/**
 * Moves particles after a step to satisfy the constraints. Corrections are along the constraints'
 * directions before the step. Adds the displacements, divided by the time step, to velocities.
 * Counts in `stale` the particles beyond the limit. EXIT_USAGE if a constraint cannot be satisfied;
 * the message has the particles.
 */
bool constraints_place(const struct constraints *constraints, const struct constrained_step *step,
                       struct system *system, int64_t *stale, struct error *error);

/** Removes the components of velocities along constraints. */
void constraints_slow(const struct constraints *constraints, const struct constrained_step *step,
                      struct system *system);

/** Returns the largest relative difference of a constrained distance from its length. */
double constraints_error(const struct system *system);

/**
 * Prepares a system for motion: satisfies the constraints, removes velocities along them, and
 * places virtual sites. Groups that satisfy their constraints within the rounding of narrow
 * precisions are left unchanged. Thus motion continues from a checkpoint bit by bit. EXIT_USAGE if
 * a constraint cannot be satisfied; the message has the particles.
 */
bool constraints_start(struct system *system, const struct particle_type *types,
                       struct error *error);
