/* Molecules on the device: their contribution to the pressure, and their motion with the box
 * (harness/physics/shared/molecule.h). */
#pragma once

#include "harness/backend/cuda/constraints/molecule_arguments.h"
#include "harness/backend/cuda/lists/cuda_particles.h"

/** Zeroed: there are no molecules. */
struct cuda_molecules {
    struct cuda_buffer start, member, offset, kept, sums;
    struct molecule_arguments arguments; /* arguments that stay the same; each step sets the
                                          * remaining members */
};

/**
 * Finds the molecules of a system and copies them to the device. Particle k on the device is
 * particle order[k] of the system. `trials`: allocates memory for restoring positions.
 */
bool cuda_molecules_create(const struct system *system, const int32_t *order,
                           const struct cuda_particles *particles, bool trials,
                           struct cuda_molecules *molecules, struct error *error);

/**
 * Waits for the device, and sums the momenta of molecules and the forces on their members, virtual
 * sites included.
 */
bool cuda_molecules_sum(const struct cuda_molecules *molecules,
                        const struct cuda_particles *particles,
                        const struct dynamics_arguments *motion, struct molecular_sums *sums,
                        struct error *error);

/**
 * Enqueues moving molecules with the box, which then has the edges `edge`. After a `trial` the
 * positions can be restored.
 */
bool cuda_molecules_scale(const struct cuda_molecules *molecules,
                          const struct cuda_particles *particles,
                          const struct dynamics_arguments *motion, const double scale[3],
                          const double edge[3], bool trial, struct error *error);

/** Enqueues restoring the positions before the trial. */
bool cuda_molecules_restore(const struct cuda_molecules *molecules,
                            const struct cuda_particles *particles,
                            const struct dynamics_arguments *motion, struct error *error);

/**
 * Enqueues the end of the step that `motion` makes. The steps then halt, because the changed box
 * needs a new list.
 */
bool cuda_molecules_arrive(const struct cuda_molecules *molecules,
                           const struct cuda_particles *particles,
                           const struct dynamics_arguments *motion, struct error *error);

void cuda_molecules_free(struct cuda_molecules *molecules);
