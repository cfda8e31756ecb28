/* Paths that commands write to. */
#pragma once

#include <argp.h>
#include <stdbool.h>
#include <stdio.h>

/**
 * Takes the argument of an option as a path to write to, and returns it. A path that other programs
 * may read as a command or as several paths, because it begins with | or < or has a control
 * character, is a usage error, before anything runs; so is one that looks like an option. "-" is
 * the standard output (output.h).
 */
char *out_path(struct argp_state *state, const char *option, char *argument);

/** Takes the argument of an option as a folder, which cannot be the standard output. */
char *out_folder(struct argp_state *state, const char *option, char *argument);

/** Reports a usage error if a path to write to is also the `input`; both may be NULL. */
void out_not_input(struct argp_state *state, const char *option, const char *path,
                   const char *input);

/** Whether a path (NULL: none was given) is the standard output, "-". */
bool out_is_standard(const char *path);

/** Returns the stream for tables in addition to a file at a path: the standard error stream if the
 * path is the standard output. */
FILE *out_table(const char *path);

/**
 * Returns the path of the k-th of several files, results-2.json for results.json. The caller frees
 * it.
 */
char *out_numbered(const char *path, int k);
