/* Molecular dynamics of rigid bodies on the device, as harness/dynamics.h does it on the CPU. */
#ifndef PAIRLANES_CUDA_DYNAMICS_H
#define PAIRLANES_CUDA_DYNAMICS_H

#include "harness/cuda_lists.h"
#include "harness/device/dynamics_arguments.h"

struct cuda_dynamics {
    const struct motion *motion;
    const struct cuda_particles *particles;
    const int32_t *order; /* the system's index of each particle */
    struct cuda_buffer number, at, listed, velocity, turned, spin, stale;
    struct dynamics_arguments arguments;
};

/**
 * Puts a system's state on the device, velocities and spins drawn where it has none. The arguments'
 * position, orientation, force and torque are the caller's to set. EXIT_USAGE for a heat bath whose
 * probability of a collision passes 1.
 */
bool cuda_dynamics_start(struct cuda_dynamics *dynamics, const struct model *model,
                         const double *constants, struct system *system, struct error *error);

/** Remembers where the particles are, for cuda_dynamics_drift to tell how far they have moved. */
bool cuda_dynamics_listed(const struct cuda_dynamics *dynamics, struct error *error);

/** The first half of a step; whether the list has to be built anew. EXIT_USAGE, naming a particle,
 * if one moves farther in a step than the list can follow. */
bool cuda_dynamics_drift(struct cuda_dynamics *dynamics, bool *stale, struct error *error);

/** The second half, at the new forces. */
bool cuda_dynamics_kick(struct cuda_dynamics *dynamics, struct error *error);

/** Reads the state back. */
bool cuda_dynamics_read(const struct cuda_dynamics *dynamics, struct system *system,
                        struct error *error);

/** Frees what is on the device. Zeroed dynamics may be freed. */
void cuda_dynamics_free(struct cuda_dynamics *dynamics);

#endif
