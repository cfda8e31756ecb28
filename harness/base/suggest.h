/* The name that a mistyped word probably meant. */
#pragma once

#include "harness/base/error.h"

#include <limits.h>
#include <stdbool.h>

/**
 * Returns the candidate that `wrong` is another name of ("gpu" of "cuda"), otherwise the candidate
 * with the fewest edits (a letter inserted, deleted, replaced, or two neighbors swapped; upper and
 * lower case are the same) from `wrong`, the first of equals. NULL if the nearest takes more edits
 * than a third of its letters, at least one. `candidates` ends with NULL.
 */
const char *suggest(const char *wrong, const char *const *candidates);

/**
 * Fills in EXIT_USAGE: no `what` is called `wrong`; lists the candidates and suggests the nearest.
 * Returns false.
 */
bool suggest_error(struct error *error, const char *what, const char *wrong,
                   const char *const *candidates);

/** Returns the place of `name` among the candidates; -1 with such an error if it is none of them.
 */
int suggest_place(const char *name, const char *what, const char *const *candidates,
                  struct error *error);

/** Finds the file in the folder of `path` whose name is nearest to that of `path`, and
 * writes its path. False if none is near, or the folder cannot be read. */
bool nearest_file(const char *path, char nearest[PATH_MAX]);
