/* Keeps earlier results under another name until a run has measured a case. */
#pragma once

#include "harness/base/error.h"

#include <stdbool.h>

/** Ending of the names of checkpoints, after the path of the results and a hash. */
#define ASIDE_CHECKPOINT ".checkpoint"

/**
 * Renames the results file `path` to PATH.old, or PATH.old2 and so on, if it has a measured case or
 * checkpoints, and renames the checkpoints accordingly, so that --resume can continue from them.
 * `aside` gets the new path; NULL: there was nothing to keep. With `resumes` checkpoints are not
 * renamed. Error: EXIT_ENVIRONMENT.
 */
bool aside_put(const char *path, bool resumes, char **aside, struct error *error);

/** Links the results file `path` in the same way, whatever it contains; leaves checkpoints. */
bool aside_keep(const char *path, char **aside, struct error *error);

/** Restores the original names. */
void aside_restore(const char *aside, const char *path);

/** Removes the files that were renamed. */
void aside_remove(const char *aside);
