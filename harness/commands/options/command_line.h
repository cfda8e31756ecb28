/* Reading the arguments of a command. */
#pragma once

#include "harness/base/error.h"

#include <argp.h>
#include <stdbool.h>
#include <stdio.h>

/**
 * Calls argp_parse, which ends the process where arguments are wrong, and here also if memory runs
 * out. For an unknown option it names the nearest.
 */
void command_line_parse(const struct argp *argp, int argc, char **argv, unsigned flags,
                        void *input);

/** Ends a command: prints the error unless all is good; returns the exit code, EXIT_OK or that of
 * the error. */
int command_end(const char *program, bool good, const struct error *error);

/** argp_error with the nearest of `candidates` (which end with NULL), if one is near:
 * there is no `what` "`wrong`"; did you mean "…"? */
void command_line_unknown(const struct argp_state *state, const char *what, const char *wrong,
                          const char *const *candidates);

/**
 * A help_filter of argp. Returns the last text of the help with the output of `write` after it;
 * every other text, and this one if memory runs out, unchanged. argp frees a new text.
 */
char *command_line_append(int key, const char *text, void (*write)(FILE *stream));
