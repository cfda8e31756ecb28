/*
 * An option for each axis of a config and each parameter of a model: --n 4000,32000 is short for
 * --set system.n=4000,32000. They are generated from the tables of keys and parameters.
 */
#pragma once

#include "harness/config/settings.h"
#include "harness/json/member.h"

#include <argp.h>

/**
 * The child of a command's argp; its input is the struct settings to which it adds. It has no
 * options before axis_options_make.
 */
extern struct argp axis_options;

/** Makes the options, once. */
void axis_options_make(void);

/** Sets a key for an option. Ends the program if the key has a value already. */
void axis_options_set(struct settings *settings, const char *path, const char *value,
                      const struct argp_state *state);

/**
 * Returns the key of a config that an option sets, by the option's name; NULL for another option.
 */
const struct member *axis_options_member(const char *name);
