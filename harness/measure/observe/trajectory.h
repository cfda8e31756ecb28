/*
 * Runs the trajectory of a case, and measures the time of its steps and the energies of its
 * particles.
 */
#pragma once

#include "harness/backend/backend.h"
#include "harness/base/error.h"
#include "harness/config/cases.h"
#include "harness/measure/observe/mover.h"
#include "harness/particles/system.h"
#include "harness/physics/kinetic.h"
#include "harness/physics/motion.h"

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

struct trajectory {
    bool moved;   /* true if the motion ran to its end; otherwise there is a reason, unless nothing
                   * was to move */
    bool refused; /* true if the checkpoint is damaged or of another case, so that no step was
                   * made */
    struct error reason;
    struct motion_progress progress; /* progress without the warm-up */
    int64_t n;
    double box[3]; /* box after the last step */
    struct kinetic degrees;
    int64_t samples;
    double *potential, *kinetic; /* energies of each sample; kinetic: sum of translation and
                                  * rotation */
};

/**
 * Whether the case fails because of its trajectory: no step was made, or energies are not finite.
 */
static inline bool trajectory_failed(const struct trajectory *trajectory)
{
    return trajectory->refused || trajectory->reason.code == EXIT_VERIFICATION;
}

/** Files that are read and written while a trajectory runs: checkpoint and frames. */
struct trajectory_file {
    const char *path;     /* path of the checkpoint; NULL: none */
    const char *frames;   /* path of frames, without the ending ".<step>.xyz"; NULL: none */
    const char *identity; /* identity of the case, with all that it depends on */
    bool resume;          /* true to continue from the file, if there is one */
};

/** Functions that are called while particles move, and may stop them. */
struct trajectory_watch {
    const volatile sig_atomic_t *interrupted;              /* flag that stops the motion if it is
                                                            * not 0 */
    void (*at)(void *context, int64_t step, int64_t last); /* called when `step` is reached */
    /**
     * Called after a few random steps, which depend on the case's seed, before energies are
     * computed; may be NULL. If it returns false, the motion ends.
     */
    bool (*between)(void *context, int64_t step, struct mover *mover, struct system *state,
                    struct error *error);
    /**
     * Called at the end with the particles; may be NULL. The motion can still continue. If it
     * returns false, the trajectory fails.
     */
    bool (*after)(void *context, struct mover *mover, struct system *state, struct error *error);
    void *context;
};

/**
 * Moves the particles of a case on a separate workload. The initial state is `system`, rounded to
 * the case's precision; missing velocities are drawn at the thermostat's temperature. Makes a
 * warm-up, then steps, with a sample before the first step and at regular intervals. Errors become
 * the trajectory's reason, EXIT_VERIFICATION for energies that are not finite. Stops on an
 * interrupt. Checkpoints are written in the case's intervals and at a stop; the last one is kept,
 * because the case is recorded after the trajectory ends. Frames are written at the interval of
 * samples that the case sets, and are kept, too.
 */
void trajectory_follow(const struct backend *backend, struct device *device,
                       const struct case_spec *spec, const struct system *system,
                       const struct trajectory_file *file, const struct trajectory_watch *watch,
                       struct trajectory *trajectory);

/** Returns the temperature of sample k: twice the kinetic energy per degree of freedom. */
double trajectory_temperature(const struct trajectory *trajectory, int64_t k);

/**
 * Returns the change of the total energy from the first to the last sample, per particle and in
 * units of the last temperature. NAN with a thermostat or a barostat, or with fewer than two
 * samples.
 */
double trajectory_change(const struct trajectory *trajectory, const struct motion *motion);

/** Frees the samples of a trajectory, which may be zeroed. */
void trajectory_free(struct trajectory *trajectory);
