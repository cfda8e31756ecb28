/* Trajectory of a case: the time of moving its particles, and their energies. */
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
    bool moved;   /* true if the motion ran to its end; otherwise there is a reason, unless there
                   * was no motion */
    bool refused; /* true if its checkpoint is damaged or of another case, so that nothing moved */
    struct error reason;
    struct motion_progress progress; /* progress without the warm-up */
    int64_t n;
    double box[3]; /* box after the last step */
    struct kinetic degrees;
    int64_t samples;
    double *potential, *kinetic; /* energies at each sample; `kinetic` is that of translation and
                                  * rotation */
};

/** Whether the case of a trajectory has failed: nothing moved, or energies are not finite. */
static inline bool trajectory_failed(const struct trajectory *trajectory)
{
    return trajectory->refused || trajectory->reason.code == EXIT_VERIFICATION;
}

/** Files of a trajectory while it runs. */
struct trajectory_file {
    const char *path;     /* path of checkpoints; NULL: none */
    const char *frames;   /* path of frames, without the ending ".<step>.xyz"; NULL: none */
    const char *identity; /* identity of the case, with all that it depends on */
    bool resume;          /* true to continue from the file, if there is one */
};

/** Callbacks while particles move, which may stop them. */
struct trajectory_watch {
    const volatile sig_atomic_t *interrupted;              /* not 0: the motion stops */
    void (*at)(void *context, int64_t step, int64_t last); /* called when `step` is reached */
    /**
     * Called after steps in the midst of the motion that follow from the case's seed, before
     * their energies are computed; NULL: nothing is called. False ends the motion.
     */
    bool (*between)(void *context, int64_t step, struct mover *mover, struct system *state,
                    struct error *error);
    /**
     * Called at the end of a motion that continues, with its particles; NULL: nothing is called.
     * False makes the trajectory fail.
     */
    bool (*after)(void *context, struct mover *mover, struct system *state, struct error *error);
    void *context;
};

/**
 * Moves the particles of a case, on a separate workload, from the state of `system` rounded to the
 * case's precision; missing velocities are drawn at the thermostat's temperature. Makes a warm-up,
 * then steps, with a sample before the first and at regular intervals. Errors become the
 * trajectory's reason, EXIT_VERIFICATION for energies that are not finite. Stops on an interrupt.
 * Checkpoints are written in the case's intervals and at a stop; the last one is kept, because the
 * case is recorded after the trajectory ends. Frames, which are kept too, are written with the
 * samples that the case names.
 */
void trajectory_follow(const struct backend *backend, struct device *device,
                       const struct case_spec *spec, const struct system *system,
                       const struct trajectory_file *file, const struct trajectory_watch *watch,
                       struct trajectory *trajectory);

/** Returns the temperature of sample k: twice the kinetic energy per degree of freedom. */
double trajectory_temperature(const struct trajectory *trajectory, int64_t k);

/**
 * Returns the change of the total energy between the first and the last sample, in kT of the last
 * per particle; NAN with a thermostat or a barostat, or without two samples.
 */
double trajectory_change(const struct trajectory *trajectory, const struct motion *motion);

/** Frees the samples. A zeroed trajectory may be freed. */
void trajectory_free(struct trajectory *trajectory);
