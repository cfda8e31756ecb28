/* Constraints and virtual sites of particles that move on the device, a thread per group of them,
 * and restraints of positions (harness/physics/shared/constraint.h, virtual_site.h, restraint.h).
 */
#pragma once

#include "harness/backend/cuda/constraints/constraint_arguments.h"
#include "harness/backend/cuda/constraints/restraint_arguments.h"
#include "harness/backend/cuda/lists/cuda_particles.h"
#include "harness/particles/constraint_groups.h"

/** Zeroed: no constraints and no sites, so that nothing is enqueued. */
struct cuda_constraints {
    struct constraint_groups groups; /* groups of particles by their places */
    struct cuda_buffer constraints, members, before, length, particle, vectors, member, wrong, run,
        site;
    struct constraint_arguments arguments; /* arguments; steps set the others */
};

/**
 * Copies the constraints and virtual sites of a system to the device, whose particle k is order[k]
 * of the system.
 */
bool cuda_constraints_create(const struct system *system, const int32_t *order,
                             struct cuda_constraints *constraints, struct error *error);

/**
 * Enqueues the correction of positions to the constraints' lengths, and the placement of sites, for
 * the step of `motion`; or, if `made` is false, the same work before the step, without an effect.
 */
bool cuda_constraints_place(const struct cuda_constraints *constraints,
                            const struct cuda_particles *particles,
                            const struct dynamics_arguments *motion, bool made,
                            struct error *error);

/** Enqueues moving the forces on virtual sites to their makers. A second call changes nothing. */
bool cuda_constraints_spread(const struct cuda_constraints *constraints,
                             const struct cuda_particles *particles,
                             const struct dynamics_arguments *motion, struct error *error);

/**
 * Enqueues the removal of velocities along constraints, and stops sites. `kicked`: takes the
 * velocities after the second half of the step before `motion`, if a thermostat acts then.
 */
bool cuda_constraints_slow(const struct cuda_constraints *constraints,
                           const struct cuda_particles *particles,
                           const struct dynamics_arguments *motion, bool kicked,
                           struct error *error);

/** Refuses motion, EXIT_USAGE naming the particles, if a constraint could not be satisfied in
 * `step`; `order` is as above. */
bool cuda_constraints_check(const struct cuda_constraints *constraints, const int32_t *order,
                            int64_t step, struct error *error);

void cuda_constraints_free(struct cuda_constraints *constraints);

/** Zeroed: there are none, so that nothing is enqueued. */
struct cuda_restraints {
    struct cuda_buffer restraint;
    int count;
};

/** Copies the restraints of a system to the device, whose particle k is order[k] of the system. */
bool cuda_restraints_create(const struct system *system, const int32_t *order,
                            struct cuda_restraints *restraints, struct error *error);

/**
 * Enqueues adding the restraints' forces to those of the particles, and `energies` times their
 * energies to the sums of energies.
 */
bool cuda_restraints_add(const struct cuda_restraints *restraints,
                         const struct cuda_particles *particles,
                         const struct dynamics_arguments *motion, double energies,
                         struct error *error);

void cuda_restraints_free(struct cuda_restraints *restraints);
