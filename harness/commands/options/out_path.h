/* Paths of files that commands write. */
#pragma once

#include <argp.h>
#include <stdbool.h>
#include <stdio.h>

/**
 * Checks the argument of an option as a path for writing, and returns it. "-" is the standard
 * output (output.h). EXIT_USAGE before anything runs if the path looks like an option, begins with
 * | or <, or has a control character. Other programs might read such a path as a command or as
 * several paths.
 */
char *out_path(struct argp_state *state, const char *option, char *argument);

/**
 * Checks the argument of an option as a folder, which cannot be the standard output; returns it.
 */
char *out_folder(struct argp_state *state, const char *option, char *argument);

/** Reports a usage error if a path for writing is equal to `input`. Both may be NULL. */
void out_not_input(struct argp_state *state, const char *option, const char *path,
                   const char *input);

/** Whether a path (NULL: not given) is the standard output, "-". */
bool out_is_standard(const char *path);

/**
 * Returns the stream for tables that are printed besides writing a file. It is the standard error
 * if `path` is the standard output. Otherwise it is the standard output.
 */
FILE *out_table(const char *path);

/**
 * Returns the path of the k-th of several files: results-2.json for results.json. The caller frees
 * it.
 */
char *out_numbered(const char *path, int k);
