/* Suggests the name that a mistyped word probably meant. */
#pragma once

#include "harness/base/error.h"

#include <limits.h>
#include <stdbool.h>

/**
 * Returns the candidate with the synonym `wrong` ("gpu" for "cuda"). If there is none, returns the
 * candidate with the fewest edits from `wrong`, the first of several. An edit inserts, deletes or
 * replaces a letter, or swaps two neighbors; case is ignored. NULL if the nearest candidate needs
 * more edits than a third of its letters (but one is always allowed). `candidates` ends with NULL.
 */
const char *suggest(const char *wrong, const char *const *candidates);

/**
 * Fills in EXIT_USAGE: there is no `what` called `wrong`. Lists the candidates and suggests the
 * nearest. Returns false.
 */
bool suggest_error(struct error *error, const char *what, const char *wrong,
                   const char *const *candidates);

/**
 * Returns the index of `name` among the candidates. If it is not one of them, returns -1 with the
 * error of suggest_error.
 */
int suggest_place(const char *name, const char *what, const char *const *candidates,
                  struct error *error);

/**
 * Finds the file with the most similar name in the folder of `path`, and writes its path. False if
 * no name is similar enough, or the folder cannot be read.
 */
bool nearest_file(const char *path, char nearest[PATH_MAX]);
