/*
 * Options for all axes of a config and all parameters of models: --n 4000,32000 is short for --set
 * system.n=4000,32000. They are generated from the tables of keys and parameters.
 */
#pragma once

#include "harness/config/settings.h"
#include "harness/json/member.h"

#include <argp.h>

/**
 * A child of a command's argp. Its input is the struct settings, which gets the new settings. It
 * has no options until axis_options_make is called.
 */
extern struct argp axis_options;

/** Generates the options; must be called once. */
void axis_options_make(void);

/** Sets a key on behalf of an option. Ends the program if the key already has a value. */
void axis_options_set(struct settings *settings, const char *path, const char *value,
                      const struct argp_state *state);

/** Returns the key of a config that the option of this name sets; NULL for other options. */
const struct member *axis_options_member(const char *name);
