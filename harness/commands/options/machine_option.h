/* The argument of --machine: the name of a machine, as in results/<machine>/. */
#pragma once

#include <argp.h>

/**
 * Checks the argument of --machine, and returns it. If a folder of results cannot have this name
 * (bundle_is_machine), reports a usage error, which ends the program.
 */
const char *machine_option(const struct argp_state *state, const char *argument);
