/* The stages of a case, except timing. Each is a phase with a progress message. */
#pragma once

#include "harness/base/error.h"
#include "harness/base/process/crash.h"
#include "harness/measure/case_state.h"
#include "harness/measure/observe/mover.h"

#include <stdbool.h>

enum stage {
    STAGE_SYSTEM,    /* makes the particles, in the runner's inputs */
    STAGE_REFERENCE, /* computes the reference of the particles, in the runner's inputs */
    STAGE_LOAD,      /* loads the workload of the group onto the device */
    STAGE_PREPARE,
    STAGE_VERIFY, /* verifies the case */
    STAGE_LANES,
    STAGE_VERIFY_AGAIN, /* verifies the case again after the timed calls */
    STAGE_ENERGY,       /* measures energy; if that fails, stores the reason */
    STAGE_COUNTERS,     /* reads hardware counters; if that fails, stores the reason */
    STAGE_INSTRUCTIONS, /* counts instructions; if that fails, stores the reason */
    STAGE_REPLICAS,     /* moves replicas; if that fails, stores the reason */
    STAGE_MOVE,         /* runs the trajectory; if that fails, stores the reason */
    STAGES
};

/** Writes the name of a case's kernel, as crash.h uses it, into `name`, and returns it. */
const char *stage_kernel(const struct case_spec *spec, char name[CRASH_NAME]);

/**
 * Runs a stage of a case; stages up to STAGE_LOAD are for its whole group. Fails like the stage.
 */
bool stage_run(enum stage stage, struct group *group, struct case_state *state,
               struct error *error);

/**
 * Verifies a case after its particles have moved (mover_verify). A failure is stored as the case's
 * verification. `after` names the steps made, such as "the last step"; errors begin with it. The
 * motion may continue.
 */
bool stage_verify_moved(const struct runner *runner, struct case_state *state, struct mover *mover,
                        bool continues, struct system *moved, const char *after,
                        struct error *error);

/**
 * Lets the particles of a case drift and checks the list (list_drift). Stores failures like
 * stage_verify_moved.
 */
bool stage_verify_list(const struct runner *runner, struct case_state *state, struct mover *mover,
                       struct system *moved, struct error *error);
