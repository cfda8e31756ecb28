/* The config argument of a command: a file, "-", an installed config, or a model. */
#pragma once

#include "harness/base/error.h"
#include "harness/base/words.h"
#include "harness/config/config.h"
#include "harness/config/settings.h"

#include <argp.h>
#include <stdbool.h>

struct config_argument {
    char *path;        /* path of the file, "-" for the standard input; NULL: there is none */
    bool found_here;   /* true if the path was found by a name in the working directory: then the
                        * config may not add code */
    const char *model; /* model of a sweep without a file */
};

/** Takes the one CONFIG of a command line into *given; a second one ends with EXIT_USAGE. */
void config_argument_only(const struct argp_state *state, char *argument, const char **given);

/**
 * Takes the `model` of --model, if there is one, for a missing CONFIG; without both it ends with
 * EXIT_USAGE.
 */
void config_argument_require(const struct argp_state *state, const char *model, const char **given);

/**
 * Finds the meaning of `given`: "-" or a file of that name; otherwise the name of a model, or its
 * header outside the tree; otherwise the file `given`.json in ./configs or among the configs of the
 * binary. EXIT_USAGE with the nearest name if it is none of these, and the errors of
 * extension_add_model.
 */
bool config_argument_find(const char *given, struct config_argument *argument, struct error *error);

/** Reads the config, or makes that of the sweep. Errors are those of config_read. */
bool config_argument_read(const struct config_argument *argument, const struct settings *settings,
                          struct config *config, struct error *error);

void config_argument_free(struct config_argument *argument);

/** Adds the names of the configs in ./configs and of those that came with the binary. */
void config_argument_names(struct words *names);
