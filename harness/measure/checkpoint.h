/* The state of moving particles in a file, from which a run that was stopped goes on. */
#ifndef PAIRLANES_CHECKPOINT_H
#define PAIRLANES_CHECKPOINT_H

#include "harness/base/error.h"
#include "harness/particles/system.h"
#include "harness/physics/motion.h"

#include <stdint.h>

/** What a trajectory needs to go on. The caller owns the arrays. */
struct checkpoint {
    struct system *system;           /* positions, velocities, orientations and spins pass */
    struct motion motion;            /* its step and the thermostat's own state pass */
    struct motion_progress progress; /* of the steps since the warm-up */
    int64_t samples, most;           /* taken, and the most that the arrays hold */
    double *potential, *kinetic;     /* of each sample */
};

/**
 * Writes a file, which is always whole, with its check sum. `identity` names the case and all that
 * it depends on. Fails as output_begin and output_end do.
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
