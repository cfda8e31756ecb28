/* Where the particles of a case have come to, on the disk: a run that was stopped goes on there. */
#ifndef PAIRLANES_CHECKPOINT_H
#define PAIRLANES_CHECKPOINT_H

#include "harness/base/error.h"
#include "harness/particles/system.h"
#include "harness/physics/motion.h"

#include <stdint.h>

/** What a trajectory goes on from; the arrays are the caller's. */
struct checkpoint {
    struct system *system;           /* of it, what moves: velocities, and spins if it has any */
    struct motion motion;            /* of it, the step and the thermostat's own state */
    struct motion_progress progress; /* of the samples' steps */
    int64_t samples, most;           /* taken, and that there is room for */
    double *potential, *kinetic;     /* of each sample */
};

/**
 * Writes a file, with its check sum, beside `path`, then renames it: the file is always whole.
 * `identity` names the case and all that it depends on. EXIT_ENVIRONMENT.
 */
bool checkpoint_write(const char *path, const char *identity, struct checkpoint *checkpoint,
                      struct error *error);

/**
 * Reads what checkpoint_write has written for a system of as many particles. EXIT_USAGE for a file
 * that is none, is not whole, or belongs to another case.
 */
bool checkpoint_read(const char *path, const char *identity, struct checkpoint *checkpoint,
                     struct error *error);

#endif
