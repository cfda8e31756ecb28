/*
 * Constraints, virtual sites and restraints of moving particles on the device, with a thread per
 * group (harness/physics/shared/constraint.h, virtual_site.h, restraint.h).
 */
#pragma once

#include "harness/backend/cuda/constraints/constraint_arguments.h"
#include "harness/backend/cuda/constraints/restraint_arguments.h"
#include "harness/backend/cuda/lists/cuda_particles.h"
#include "harness/particles/constraint_groups.h"

/** Zeroed: there are no constraints and sites, and nothing is enqueued. */
struct cuda_constraints {
    struct constraint_groups groups; /* groups, with current indices of particles */
    struct cuda_buffer constraints, members, before, length, particle, vectors, member, wrong, run,
        site;
    struct constraint_arguments arguments; /* arguments that stay the same; each step sets the
                                            * remaining members */
};

/**
 * Copies the constraints and virtual sites of a system to the device. Particle k on the device is
 * particle order[k] of the system.
 */
bool cuda_constraints_create(const struct system *system, const int32_t *order,
                             struct cuda_constraints *constraints, struct error *error);

/**
 * Enqueues the correction of positions to the constraints' lengths and the placement of virtual
 * sites, for the step of `motion`. If `made` is false, it does the same work at the old positions,
 * and changes nothing.
 */
bool cuda_constraints_place(const struct cuda_constraints *constraints,
                            const struct cuda_particles *particles,
                            const struct dynamics_arguments *motion, bool made,
                            struct error *error);

/**
 * Enqueues moving the forces on virtual sites to the particles that define the sites. Doing it
 * twice is harmless.
 */
bool cuda_constraints_spread(const struct cuda_constraints *constraints,
                             const struct cuda_particles *particles,
                             const struct dynamics_arguments *motion, struct error *error);

/**
 * Enqueues removing the velocities along constraints and stopping virtual sites. With `kicked`, it
 * uses the velocities after the pending second half of the previous step, and only acts if a
 * thermostat acts in that step.
 */
bool cuda_constraints_slow(const struct cuda_constraints *constraints,
                           const struct cuda_particles *particles,
                           const struct dynamics_arguments *motion, bool kicked,
                           struct error *error);

/**
 * Checks the constraints. EXIT_USAGE with the particles' numbers if a constraint could not be
 * satisfied in `step`. `order` equals the argument of cuda_constraints_create.
 */
bool cuda_constraints_check(const struct cuda_constraints *constraints, const int32_t *order,
                            int64_t step, struct error *error);

void cuda_constraints_free(struct cuda_constraints *constraints);

/** Zeroed: there are no restraints, and nothing is enqueued. */
struct cuda_restraints {
    struct cuda_buffer restraint;
    int count;
};

/**
 * Copies the restraints of a system to the device. Particle k on the device is particle order[k] of
 * the system.
 */
bool cuda_restraints_create(const struct system *system, const int32_t *order,
                            struct cuda_restraints *restraints, struct error *error);

/**
 * Enqueues a kernel that adds the restraints' forces to the forces of the particles. It also adds
 * the restraints' energies, multiplied by `energies`, to the sums of energies.
 */
bool cuda_restraints_add(const struct cuda_restraints *restraints,
                         const struct cuda_particles *particles,
                         const struct dynamics_arguments *motion, double energies,
                         struct error *error);

void cuda_restraints_free(struct cuda_restraints *restraints);
