/* Saves the state of moving particles in a file, from which a stopped run continues. */
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
    int64_t warmup, steps, every;    /* steps of the case; every: steps between samples */
};

/**
 * Writes a checkpoint with its checksum, completely or not at all. `identity` identifies the case
 * and everything on which it depends. Errors are those of output_begin and output_end.
 */
bool checkpoint_write(const char *path, const char *identity, struct checkpoint *checkpoint,
                      struct error *error);

/**
 * Reads a checkpoint of checkpoint_write into the members, which the caller has set for a system of
 * the same size. EXIT_USAGE for a file that is no checkpoint, is incomplete, belongs to another
 * case, or has an impossible state: a step after the last one, a wrong number of samples, positions
 * far outside the box. The members are undefined then.
 */
bool checkpoint_read(const char *path, const char *identity, struct checkpoint *checkpoint,
                     struct error *error);
