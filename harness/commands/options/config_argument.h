/* The config argument of a command: a file, "-", the name of an installed config, or a model. */
#pragma once

#include "harness/base/error.h"
#include "harness/base/words.h"
#include "harness/config/config.h"
#include "harness/config/settings.h"

#include <argp.h>
#include <stdbool.h>

struct config_argument {
    char *path;        /* path of the file, "-" for the standard input; NULL: no file */
    bool found_here;   /* true if the file was found by its name in the working directory; such a
                        * config must not add code */
    const char *model; /* model of a sweep without a file */
};

/**
 * Stores the CONFIG of a command line in *given. A second CONFIG ends the command with EXIT_USAGE.
 */
void config_argument_only(const struct argp_state *state, char *argument, const char **given);

/** Uses the `model` of --model if no CONFIG is given. EXIT_USAGE if neither is given. */
void config_argument_require(const struct argp_state *state, const char *model, const char **given);

/**
 * Finds what `given` means. It may be "-", an existing file, a model's name, or the header of a
 * user's model, in this order. Last comes the file `given`.json in ./configs or among the installed
 * configs. EXIT_USAGE if none of these exists; the message has the most similar name. Also fails
 * like extension_add_model.
 */
bool config_argument_find(const char *given, struct config_argument *argument, struct error *error);

/** Reads the config from its file, or makes the config of a sweep. Fails like config_read. */
bool config_argument_read(const struct config_argument *argument, const struct settings *settings,
                          struct config *config, struct error *error);

void config_argument_free(struct config_argument *argument);

/** Adds the names of the configs in ./configs and of the installed configs. */
void config_argument_names(struct words *names);
