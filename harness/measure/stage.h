/* The stages of a case except timing: each is a phase with a progress message, and one call. */
#pragma once

#include "harness/base/error.h"
#include "harness/base/process/crash.h"
#include "harness/measure/case_state.h"
#include "harness/measure/observe/mover.h"

#include <stdbool.h>

enum stage {
    STAGE_SYSTEM,    /* makes the particles, in the runner's inputs */
    STAGE_REFERENCE, /* computes their forces, in the same place */
    STAGE_LOAD,      /* loads the workload of the group */
    STAGE_PREPARE,
    STAGE_VERIFY, /* verifies; the verification has the result */
    STAGE_LANES,
    STAGE_VERIFY_AGAIN, /* verifies after the timed calls */
    STAGE_ENERGY,       /* measures energy; if that fails, the result has the reason */
    STAGE_COUNTERS,     /* reads counters, or stores the reason */
    STAGE_INSTRUCTIONS, /* counts instructions, or stores the reason */
    STAGE_REPLICAS,     /* moves replicas, or stores the reason */
    STAGE_MOVE,         /* follows the trajectory, or stores the reason */
    STAGES
};

/** Writes the name of a case's kernel for crash.h into `name`, and returns it. */
const char *stage_kernel(const struct case_spec *spec, char name[CRASH_NAME]);

/**
 * Runs a stage of a case or, up to STAGE_LOAD, of its whole group. Errors are those of the stage.
 */
bool stage_run(enum stage stage, struct group *group, struct case_state *state,
               struct error *error);

/**
 * Compares the forces of a case whose particles have moved, as mover_verify does. A failure becomes
 * its verification. `after` names the motion, which may continue; errors begin with it.
 */
bool stage_verify_moved(const struct runner *runner, struct case_state *state, struct mover *mover,
                        bool continues, struct system *moved, const char *after,
                        struct error *error);

/** Lets the particles of a case drift, as list_drift does, in the manner of the last. */
bool stage_verify_list(const struct runner *runner, struct case_state *state, struct mover *mover,
                       struct system *moved, struct error *error);
