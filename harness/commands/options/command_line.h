/* Parses the arguments of a command. */
#pragma once

#include "harness/base/error.h"

#include <argp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/**
 * Calls argp_parse, which ends the process if an argument is wrong. Also ends it if memory runs
 * out, and suggests the most similar option for an unknown one.
 */
void command_line_parse(const struct argp *argp, int argc, char **argv, unsigned flags,
                        void *input);

/**
 * Keys of options without a letter that only set a member of their parser's input. OPTION_TEXT sets
 * a text to the option's argument; OPTION_FLAG sets a bool to true.
 */
#define OPTION_TEXT(structure, member) (OPTION_TEXTS + (int)offsetof(structure, member))
#define OPTION_FLAG(structure, member) (OPTION_FLAGS + (int)offsetof(structure, member))

/** First key of each kind. */
enum { OPTION_TEXTS = 1 << 20, OPTION_FLAGS = 1 << 21, OPTION_KEYS = 1 << 22 };

/**
 * Sets the member that belongs to a key of OPTION_TEXT or OPTION_FLAG. Returns ARGP_ERR_UNKNOWN for
 * any other key.
 */
error_t option_store(int key, char *argument, void *input);

/**
 * Ends a command: prints the error if `good` is false. Returns EXIT_OK or the error's exit code.
 */
int command_end(const char *program, bool good, const struct error *error);

/**
 * Reports by argp_error that no `what` has the name `wrong`. Suggests the most similar of
 * `candidates`, a list that ends with NULL.
 */
void command_line_unknown(const struct argp_state *state, const char *what, const char *wrong,
                          const char *const *candidates);

/**
 * A help_filter of argp. Appends the output of `write` to the last text of the help. Returns all
 * other texts unchanged; also the last text if memory runs out. argp frees a new text.
 */
char *command_line_append(int key, const char *text, void (*write)(FILE *stream));
