/*
 * One of several independent systems that move at the same time, and the windows of time in which
 * they move.
 */
#pragma once

#include "harness/measure/observe/mover.h"
#include "harness/measure/replicas.h"

/*
 * Windows of time in which all systems move; and steps before the first, in which kernels are
 * loaded and lists reach their size.
 */
enum { REPLICA_WINDOWS = 7, REPLICA_FIRST_STEPS = 100 };

/** A system with its own velocities. Zeroed: nothing to undo. */
struct replica {
    int number;                   /* number of the system, from 0 */
    struct system rounded, state; /* system, rounded to the case's precision; and the moving
                                   * system, whose own data begin with its velocities */
    struct motion motion;
    struct device *device;
    struct mover mover;
};

/** Nanoseconds of a step of each of `count` systems of `n` particles in each window. */
struct replica_times {
    int count;
    int64_t n;
    double *step_ns; /* [window * count + number of the system] */
    bool mps;        /* true if CUDA's Multi-Process Service served the processes */
    bool broken;     /* true if a process ended or hung */
};

/**
 * Makes system `k`, from 0. All have the same particles and different velocities. Errors are those
 * of system_create.
 */
bool replica_make(struct replica *replica, const struct replicas_task *task, int k,
                  struct error *error);

/** Opens a device and starts the system on it. */
bool replica_start(struct replica *replica, const struct replicas_task *task,
                   const struct device_options *options, struct error *error);

/** Returns the device of one of `count` systems that share the task's threads. */
struct device_options replica_options(const struct replicas_task *task, int count);

/** Moves for a window of time, and returns the time of a step. */
bool replica_move(const struct mover *mover, const volatile sig_atomic_t *interrupted,
                  double *step_ns, struct error *error);

/** Compares the forces of its last step, and those by its own list, with the reference.
 * EXIT_VERIFICATION if they are wrong, EXIT_USAGE if the energy is not finite. */
bool replica_verify(struct replica *replica, const struct replicas_task *task, struct error *error);

/**
 * Refuses a verification that failed, with the number of the system: EXIT_VERIFICATION. `when`: ""
 * or " after …".
 */
bool replica_check(const struct replica *replica, const struct case_spec *spec,
                   const struct verification *found, const char *when, struct error *error);

/** Stops the system and frees its parts. */
void replica_free(struct replica *replica, const struct replicas_task *task);

/*
 * Ways to share a device (harness/catalog/sharing.h): each moves `times->count` systems at a time,
 * and fills in the times. EXIT_ENVIRONMENT with the reason if that is not possible.
 */
bool replicas_by_threads(const struct replicas_task *task, struct replica_times *times,
                         struct error *error);
bool replicas_by_batch(const struct replicas_task *task, struct replica_times *times,
                       struct error *error);
bool replicas_by_processes(const struct replicas_task *task, struct replica_times *times,
                           struct error *error);
