/* The stages of a case other than its timing: each is a phase with a progress message, and one
 * call. */
#pragma once

#include "harness/base/error.h"
#include "harness/base/process/crash.h"
#include "harness/measure/measurement.h"
#include "harness/measure/observe/mover.h"

#include <stdbool.h>

enum stage {
    STAGE_SYSTEM,    /* the particles, into the runner's inputs */
    STAGE_REFERENCE, /* their forces, likewise */
    STAGE_LOAD,      /* the workload of the group */
    STAGE_PREPARE,
    STAGE_VERIFY, /* whether it passes is in its verification */
    STAGE_LANES,
    STAGE_VERIFY_AGAIN, /* after the timed calls */
    STAGE_ENERGY,       /* missing data have the energy's own reason */
    STAGE_COUNTERS,     /* likewise */
    STAGE_INSTRUCTIONS, /* likewise */
    STAGE_REPLICAS,     /* likewise */
    STAGE_MOVE,         /* the trajectory, likewise */
    STAGES
};

/** Returns the name of a case's kernel for crash.h, written into `name`. */
const char *stage_kernel(const struct case_spec *spec, char name[CRASH_NAME]);

/** Runs a stage of a case, or, up to STAGE_LOAD, of its whole group. Errors are those of the
 * stage. */
bool stage_run(enum stage stage, struct group *group, struct measurement *measurement,
               struct error *error);

/**
 * Compares the forces of a case whose particles have moved, as mover_verify: a miss becomes its
 * verification. `after` names the motion and outlives the case. Errors begin with it.
 */
bool stage_verify_moved(const struct runner *runner, struct measurement *measurement,
                        const struct mover *mover, struct system *state, const char *after,
                        struct error *error);
