/*
 * Replicas are independent systems that move at the same time, during common windows of time.
 */
#pragma once

#include "harness/measure/observe/mover.h"
#include "harness/measure/replicas.h"

/*
 * Number of time windows in which all systems move. Number of steps before the first window, in
 * which kernels are loaded and lists reach their final size.
 */
enum { REPLICA_WINDOWS = 7, REPLICA_FIRST_STEPS = 100 };

/** One of the systems; zeroed: nothing has to be undone. */
struct replica {
    int number;                   /* number of the system, from 0 */
    struct system rounded, state; /* the system, rounded to the case's precision; and the moving
                                   * system, with other velocities in each replica */
    struct motion motion;
    struct device *device;
    struct mover mover;
};

/** Time of a step in ns, for each of `count` systems of `n` particles in each window. */
struct replica_times {
    int count;
    int64_t n;
    double *step_ns; /* index: window * count + number of the system */
    bool mps;        /* true if the processes used CUDA's Multi-Process Service */
    bool broken;     /* true if a process ended or hung */
};

/**
 * Makes system `k`, counted from 0. All systems have the same particles, but different velocities.
 * Fails like system_create.
 */
bool replica_make(struct replica *replica, const struct replicas_task *task, int k,
                  struct error *error);

/** Opens a device and starts the system on it. */
bool replica_start(struct replica *replica, const struct replicas_task *task,
                   const struct device_options *options, struct error *error);

/** Returns the options of the device for one of `count` systems that divide the task's threads. */
struct device_options replica_options(const struct replicas_task *task, int count);

/** Moves the system during a window of time, and returns the time of a step. */
bool replica_move(const struct mover *mover, const volatile sig_atomic_t *interrupted,
                  double *step_ns, struct error *error);

/**
 * Compares two sets of forces with the reference: of the system's last step, and computed with its
 * current list. EXIT_VERIFICATION if they are wrong, EXIT_USAGE if the energy is not finite.
 */
bool replica_verify(struct replica *replica, const struct replicas_task *task, struct error *error);

/** Finds out why steps have failed with EXIT_USAGE, as blame_steps does. */
void replica_blame(struct replica *replica, const struct replicas_task *task, struct error *error);

/**
 * Fails with EXIT_VERIFICATION if the verification of a replica failed; the message has the number
 * of the system. `when` is part of the text, "" or " after …".
 */
bool replica_check(const struct replica *replica, const struct case_spec *spec,
                   const struct verification *found, const char *when, struct error *error);

/** Stops the system and frees its memory. */
void replica_free(struct replica *replica, const struct replicas_task *task);

/*
 * Functions for each way of sharing a device (harness/catalog/sharing.h). They move `times->count`
 * systems at the same time, and fill in the times. EXIT_ENVIRONMENT if that is not possible; the
 * message has the reason.
 */
bool replicas_by_threads(const struct replicas_task *task, struct replica_times *times,
                         struct error *error);
bool replicas_by_batch(const struct replicas_task *task, struct replica_times *times,
                       struct error *error);
bool replicas_by_processes(const struct replicas_task *task, struct replica_times *times,
                           struct error *error);
