/* The state of moving particles in a file, from which a stopped run continues. */
#pragma once

#include "harness/base/error.h"
#include "harness/particles/system.h"
#include "harness/physics/motion.h"

#include <stdint.h>

/** State from which a trajectory continues. The caller owns the arrays. */
struct checkpoint {
    struct system *system;           /* system; its positions, velocities, orientations and spins
                                      * are saved */
    struct motion motion;            /* motion; only its step and the thermostat's state are
                                      * saved */
    struct motion_progress progress; /* progress of the steps since the warm-up */
    int64_t samples;                 /* number of samples up to the step */
    double *potential, *kinetic;     /* energies of each sample, with room for all samples */
    int64_t warmup, steps, every;    /* steps of the case; every: steps from one sample to the
                                      * next */
};

/**
 * Writes a file with its check sum, whole or not at all. `identity` names the case and all that it
 * depends on. Fails as output_begin and output_end do.
 */
bool checkpoint_write(const char *path, const char *identity, struct checkpoint *checkpoint,
                      struct error *error);

/**
 * Reads what checkpoint_write wrote for a system of the same size, into members that the caller has
 * set for the case. EXIT_USAGE for a file that is no checkpoint, is incomplete, belongs to another
 * case, or has an impossible state: a step after the last one, a wrong number of samples, positions
 * far outside the box. The members are void then.
 */
bool checkpoint_read(const char *path, const char *identity, struct checkpoint *checkpoint,
                     struct error *error);
