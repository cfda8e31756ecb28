/* The state of particles that move on the device, and the kernels that move them. */
#pragma once

#include "harness/backend/cuda/cuda_constraints.h"
#include "harness/backend/cuda/cuda_molecules.h"
#include "harness/backend/cuda/lists/cuda_particles.h"
#include "strategies/gpu_motion_arguments.h"

/** Arrays from which forces are computed. */
struct cuda_bodies {
    CUdeviceptr position, orientation; /* n + 1 vectors each; 0: no orientations */
    CUdeviceptr force, torque;
};

/** Places of positions and orientations, n + 1 vectors each. */
struct cuda_places {
    CUdeviceptr position, orientation;
};

struct cuda_dynamics {
    /* set by the caller */
    struct motion motion; /* motion as cuda_dynamics_read returns it, with the thermostat's state */
    const struct model *model;
    const double *constants; /* constants of the model */
    const struct cuda_particles *particles;
    int32_t *order; /* the system's index of each particle, kept up to date */
    bool fused;     /* true if steps are made inside the force kernel */
    bool resides;   /* true if one kernel makes many steps */

    struct cuda_buffer at, turned; /* allocated only if the state's precision is not the forces' */
    struct cuda_buffer spare_position, spare_orientation; /* allocated only for fused steps */
    struct cuda_buffer number, listed, velocity, spin, status, sums, heat;
    struct cuda_buffer motion_sums, common_motion; /* allocated only if common motion is removed */
    struct cuda_buffer sorted_number, sorted_velocity, sorted_turned, sorted_spin;
    struct cuda_constraints constraints;
    struct cuda_restraints restraints;
    struct cuda_molecules molecules; /* allocated only for a box that changes */
    struct motion_status *report;    /* pinned: the device writes it */
    struct dynamics_arguments arguments;
};

/**
 * Puts a system's state on the device, which thermostat_start has completed; the device already has
 * positions and orientations in the forces' precision.
 */
bool cuda_dynamics_start(struct cuda_dynamics *dynamics, const struct cuda_bodies *bodies,
                         const struct system *system, struct error *error);

/**
 * Enqueues the end of `count` steps. Later steps count from there, and cuda_dynamics_status returns
 * how many were made. Copies back positions that fused steps left in another array.
 */
bool cuda_dynamics_arrive(struct cuda_dynamics *dynamics, int64_t count, struct error *error);

/** Enqueues the restart of steps after a halt, with a list of the current positions. */
bool cuda_dynamics_restart(struct cuda_dynamics *dynamics, struct error *error);

/**
 * Enqueues the first half of the step `offset` steps after the last cuda_dynamics_arrive, after the
 * second half of the one before if that is pending, and brings positions to the lengths of
 * constraints. It has no effect after a step that halted.
 */
bool cuda_dynamics_move(struct cuda_dynamics *dynamics, int offset, bool pending,
                        struct error *error);

/**
 * Enqueues the removal of the common motion after the first half of that step, if that is asked
 * for.
 */
bool cuda_dynamics_remove(struct cuda_dynamics *dynamics, int offset, struct error *error);

/**
 * Enqueues the thermostat that acts on all particles together, between two steps: its part at the
 * end of the earlier step if that is `pending`, and its part at the beginning of the next if it
 * `begins` one. Without such a thermostat it does nothing.
 */
bool cuda_dynamics_couple(struct cuda_dynamics *dynamics, int offset, bool pending, bool begins,
                          struct error *error);

/**
 * Returns the arguments with which a fused kernel moves particles. It reads positions and
 * orientations from the array `read` and writes them to another; steps swap the two.
 */
struct dynamics_arguments cuda_dynamics_fused(const struct cuda_dynamics *dynamics, int offset,
                                              bool pending, struct cuda_places *read);

/**
 * Enqueues a step of zero length, which does the same work except for thermostats and changes
 * nothing.
 */
bool cuda_dynamics_pause(struct cuda_dynamics *dynamics, int offset, struct error *error);

/** Enqueues the work for the constraints of a step, without an effect. */
bool cuda_dynamics_constrain(struct cuda_dynamics *dynamics, int offset, struct error *error);

/**
 * Enqueues the second half of that step, which follows the thermostat. Velocities then have no
 * component along constraints.
 */
bool cuda_dynamics_finish(struct cuda_dynamics *dynamics, int offset, struct error *error);

/** Enqueues a copy of the positions, for a list of the current particles. */
bool cuda_dynamics_remember(struct cuda_dynamics *dynamics, struct error *error);

/** Enqueues such a copy, and sorts the particles: `order` (n, on the device) gets 0, 1, 2 … */
bool cuda_dynamics_sort(struct cuda_dynamics *dynamics, CUdeviceptr order, struct error *error);

/** Applies the changed box of the particles. */
void cuda_dynamics_rebox(struct cuda_dynamics *dynamics);

/** Waits, and returns the progress of the steps at the last cuda_dynamics_arrive. */
bool cuda_dynamics_status(const struct cuda_dynamics *dynamics, struct motion_status *status,
                          struct error *error);

/** Adds up the energies; those of pairs are in the forces. */
bool cuda_dynamics_energies(struct cuda_dynamics *dynamics, struct motion_energies *energies,
                            struct error *error);

/**
 * Changes the arguments of the next step: it gives all particles velocities and spins equal to
 * forces and torques, as if they rested and had masses of one. These go to new memory, `state`,
 * instead of the particles' own, and nothing moves.
 */
bool cuda_dynamics_rest(struct cuda_dynamics *dynamics, struct cuda_buffer *state,
                        struct error *error);

/** Waits for that step, and reads forces and torques from these velocities and spins. */
bool cuda_dynamics_pushes(const struct cuda_dynamics *dynamics, struct forces *forces,
                          struct error *error);

/** Reads back the state, that of the thermostat included, and the order of the particles. */
bool cuda_dynamics_read(struct cuda_dynamics *dynamics, struct system *system, struct error *error);

/** Reads the places of the list into the coordinates of a system. */
bool cuda_dynamics_listed(struct cuda_dynamics *dynamics, struct system *system,
                          struct error *error);

/** Frees the memory on the device. Zeroed dynamics may be freed. */
void cuda_dynamics_free(struct cuda_dynamics *dynamics);
