/* Keeps earlier results under another name until a run has measured a case. */
#pragma once

#include "harness/base/error.h"

#include <stdbool.h>

/** Ending of checkpoint names, after the path of the results and a hash. */
#define ASIDE_CHECKPOINT ".checkpoint"

/**
 * Renames the results file `path` to PATH.old, or PATH.old2 and so on, if it has a measured case or
 * checkpoints. Renames the checkpoints accordingly, so that --resume can continue from them. With
 * `resumes` checkpoints are not renamed. `aside` gets the new path; NULL: there was nothing to
 * keep. EXIT_ENVIRONMENT if renaming fails.
 */
bool aside_put(const char *path, bool resumes, char **aside, struct error *error);

/**
 * Like aside_put, but makes a link to the results file `path`, whatever it contains, and does not
 * rename checkpoints.
 */
bool aside_keep(const char *path, char **aside, struct error *error);

/** Restores the original names. */
void aside_restore(const char *aside, const char *path);

/** Removes the files that were renamed. */
void aside_remove(const char *aside);
