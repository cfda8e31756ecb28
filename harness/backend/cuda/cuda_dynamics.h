/* The state of moving particles on the device, and the kernels that move them. */
#pragma once

#include "harness/backend/cuda/cuda_constraints.h"
#include "harness/backend/cuda/cuda_molecules.h"
#include "harness/backend/cuda/lists/cuda_particles.h"
#include "strategies/gpu_motion_arguments.h"

/** Arrays that force kernels read. */
struct cuda_bodies {
    CUdeviceptr position, orientation; /* n + 1 vectors each; 0: no orientations */
    CUdeviceptr force, torque;
};

/** Arrays of n + 1 positions and n + 1 orientations that a step reads. */
struct cuda_places {
    CUdeviceptr position, orientation;
};

struct cuda_dynamics {
    /* set by the caller */
    struct motion motion; /* motion to start with; cuda_dynamics_read updates it and the
                           * thermostat's state */
    const struct model *model;
    const double *constants; /* constants of the model */
    const struct cuda_particles *particles;
    int32_t *order; /* the system's index of each particle; kept up to date */
    bool fused;     /* true if steps are made inside the force kernel (fused steps) */
    bool resides;   /* true if one kernel makes many steps (resident steps) */

    struct cuda_buffer at, turned; /* allocated only if the state has another precision than the
                                    * forces */
    struct cuda_buffer spare_position, spare_orientation; /* allocated only for fused steps */
    struct cuda_buffer number, listed, velocity, spin, status, sums, heat;
    struct cuda_buffer motion_sums, common_motion; /* allocated only if common motion is removed */
    struct cuda_buffer sorted_number, sorted_velocity, sorted_turned, sorted_spin;
    struct cuda_constraints constraints;
    struct cuda_restraints restraints;
    struct cuda_molecules molecules; /* allocated only if the box changes */
    struct motion_status *report;    /* progress of steps, in pinned memory that the device
                                      * writes */
    struct dynamics_arguments arguments;
};

/**
 * Copies a system's state to the device. thermostat_start has completed the state. Positions and
 * orientations in the forces' precision are already on the device.
 */
bool cuda_dynamics_start(struct cuda_dynamics *dynamics, const struct cuda_bodies *bodies,
                         const struct system *system, struct error *error);

/**
 * Enqueues the end of a batch of `count` steps. Later steps are counted from its end, and
 * cuda_dynamics_status returns how many were made. If fused steps have left positions in the second
 * array, it copies them back.
 */
bool cuda_dynamics_arrive(struct cuda_dynamics *dynamics, int64_t count, struct error *error);

/** Enqueues the restart of steps after a halt, with a list of the current positions. */
bool cuda_dynamics_restart(struct cuda_dynamics *dynamics, struct error *error);

/**
 * Enqueues the first half of a step, `offset` steps after the last cuda_dynamics_arrive. If
 * `pending`, the second half of the previous step precedes it. Then corrects positions to the
 * lengths of constraints. Does nothing if an earlier step has halted.
 */
bool cuda_dynamics_move(struct cuda_dynamics *dynamics, int offset, bool pending,
                        struct error *error);

/**
 * Enqueues removing the common motion after the first half of step `offset`, if the motion requests
 * it.
 */
bool cuda_dynamics_remove(struct cuda_dynamics *dynamics, int offset, struct error *error);

/**
 * Enqueues a thermostat that couples all particles, between two steps. With `pending`, it acts at
 * the end of the earlier step. With `begins`, it acts at the beginning of the next step. Does
 * nothing if there is no such thermostat.
 */
bool cuda_dynamics_couple(struct cuda_dynamics *dynamics, int offset, bool pending, bool begins,
                          struct error *error);

/**
 * Returns the arguments that a fused kernel needs to move particles. It reads positions and
 * orientations from array `read` and writes the other array. The two arrays swap in each step.
 */
struct dynamics_arguments cuda_dynamics_fused(const struct cuda_dynamics *dynamics, int offset,
                                              bool pending, struct cuda_places *read);

/**
 * Enqueues a step of zero length. The kernels do the same work as in a real step, except for
 * thermostats, but change nothing.
 */
bool cuda_dynamics_pause(struct cuda_dynamics *dynamics, int offset, struct error *error);

/** Enqueues a step's work for constraints, for timing; it changes nothing. */
bool cuda_dynamics_constrain(struct cuda_dynamics *dynamics, int offset, struct error *error);

/**
 * Enqueues the second half of step `offset`, after the thermostat. Afterwards velocities have no
 * component along constraints.
 */
bool cuda_dynamics_finish(struct cuda_dynamics *dynamics, int offset, struct error *error);

/** Enqueues a copy of the current positions, from which the next list is built. */
bool cuda_dynamics_remember(struct cuda_dynamics *dynamics, struct error *error);

/**
 * Enqueues the copy of cuda_dynamics_remember, and sorts the particles by `order` (n, on the
 * device). `order` then becomes 0, 1, 2 …
 */
bool cuda_dynamics_sort(struct cuda_dynamics *dynamics, CUdeviceptr order, struct error *error);

/** Updates everything that depends on the box, which has changed. */
void cuda_dynamics_rebox(struct cuda_dynamics *dynamics);

/** Waits for the device, and returns the progress of steps at the last cuda_dynamics_arrive. */
bool cuda_dynamics_status(const struct cuda_dynamics *dynamics, struct motion_status *status,
                          struct error *error);

/** Sums the energies after the last step; pair energies come with the forces. */
bool cuda_dynamics_energies(struct cuda_dynamics *dynamics, struct motion_energies *energies,
                            struct error *error);

/**
 * Changes the arguments of the next step, so that it writes forces and torques as velocities and
 * spins. The step treats particles as resting, with unit mass. It writes to new memory, `state`,
 * and moves nothing.
 */
bool cuda_dynamics_rest(struct cuda_dynamics *dynamics, struct cuda_buffer *state,
                        struct error *error);

/**
 * Waits for the step of cuda_dynamics_rest, and reads forces and torques from its velocities and
 * spins.
 */
bool cuda_dynamics_pushes(const struct cuda_dynamics *dynamics, struct forces *forces,
                          struct error *error);

/** Reads back the state, the thermostat's state and the order of the particles. */
bool cuda_dynamics_read(struct cuda_dynamics *dynamics, struct system *system, struct error *error);

/** Reads the positions at the last build of the list into the coordinates of a system. */
bool cuda_dynamics_listed(struct cuda_dynamics *dynamics, struct system *system,
                          struct error *error);

/** Frees the memory on the device. Zeroed dynamics may be freed. */
void cuda_dynamics_free(struct cuda_dynamics *dynamics);
