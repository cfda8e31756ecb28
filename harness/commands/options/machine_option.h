/* Name of a machine after --machine, as in results/<machine>/. */
#pragma once

#include <argp.h>

/**
 * Takes the argument of --machine, and returns it. A name that no folder of results may have is a
 * usage error (bundle_is_machine), which ends the program.
 */
const char *machine_option(const struct argp_state *state, const char *argument);
