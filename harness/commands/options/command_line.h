/* Reading the arguments of a command. */
#pragma once

#include "harness/base/error.h"

#include <argp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/**
 * Calls argp_parse, which ends the process if arguments are wrong, here also if memory runs out.
 * For an unknown option it suggests the nearest.
 */
void command_line_parse(const struct argp *argp, int argc, char **argv, unsigned flags,
                        void *input);

/** Keys of options without a letter that only set a member of their parser's input: a text to their
 * argument, or a bool to true. */
#define OPTION_TEXT(structure, member) (OPTION_TEXTS + (int)offsetof(structure, member))
#define OPTION_FLAG(structure, member) (OPTION_FLAGS + (int)offsetof(structure, member))

/** First keys of each kind. */
enum { OPTION_TEXTS = 1 << 20, OPTION_FLAGS = 1 << 21, OPTION_KEYS = 1 << 22 };

/** Sets the member of such a key in the input; returns ARGP_ERR_UNKNOWN for any other key. */
error_t option_store(int key, char *argument, void *input);

/** Ends a command: prints the error unless all is good; returns the exit code, EXIT_OK or that of
 * the error. */
int command_end(const char *program, bool good, const struct error *error);

/**
 * Calls argp_error: there is no `what` "`wrong`"; did you mean the nearest of `candidates`, if one
 * is near? They end with NULL.
 */
void command_line_unknown(const struct argp_state *state, const char *what, const char *wrong,
                          const char *const *candidates);

/**
 * Returns the last text of the help followed by the output of `write`, for the help_filter of argp.
 * Returns every other text unchanged, and this one too if memory runs out. argp frees a new text.
 */
char *command_line_append(int key, const char *text, void (*write)(FILE *stream));
