/*
 * Constraints of particles that move on the CPU (harness/physics/shared/constraint.h); a thread
 * takes each group. The same bytes for every number of threads.
 */
#pragma once

#include "harness/base/error.h"
#include "harness/particles/constraint_groups.h"
#include "harness/particles/system.h"

#include <stdbool.h>
#include <stdint.h>

/** Groups of constraints, and the work arrays to satisfy them. Zeroed: none. */
struct constraints {
    struct constraint_groups groups;
    struct constraint_vectors *vectors;
    struct constraint_member *member;
};

/** A step, and the precision of its state (harness/physics/state.h). */
struct constrained_step {
    const struct particle_type *types;
    double dt;
    double grid;
    bool single;
    const int32_t *number; /* number of each particle, for messages; NULL: its index */
    double *const *listed; /* positions of the last list */
    double limit2;         /* largest squared distance of a particle from there */
};

/** Groups the constraints of a system. */
bool constraints_create(const struct system *system, struct constraints *constraints,
                        struct error *error);

void constraints_free(struct constraints *constraints);

/**
 * Corrects positions after a step to the constraints' lengths, along the constraints before it, and
 * adds the displacements per time step to velocities. Adds to `stale` the particles beyond the
 * limit. EXIT_USAGE, naming the particles, if a constraint cannot be satisfied.
 */
bool constraints_place(const struct constraints *constraints, const struct constrained_step *step,
                       struct system *system, int64_t *stale, struct error *error);

/** Removes velocities along constraints. */
void constraints_slow(const struct constraints *constraints, const struct constrained_step *step,
                      struct system *system);

/** Returns the largest difference of a constrained distance from its length, relative to it. */
double constraints_error(const struct system *system);

/**
 * Corrects the positions of a system that begins to move to the lengths of its constraints, removes
 * its velocities along them, and places its virtual sites. A group that satisfies them within the
 * rounding of narrow precisions does not change, so that motion continues from a checkpoint bit by
 * bit. EXIT_USAGE, naming the particles, if a constraint cannot be satisfied.
 */
bool constraints_start(struct system *system, const struct particle_type *types,
                       struct error *error);
