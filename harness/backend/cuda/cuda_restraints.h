/* Restraints of positions on the device (harness/physics/shared/restraint.h). */
#pragma once

#include "harness/backend/cuda/constraints/restraint_arguments.h"
#include "harness/backend/cuda/lists/cuda_particles.h"

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
