/* The paths that commands write to. */
#ifndef PAIRLANES_OUT_PATH_H
#define PAIRLANES_OUT_PATH_H

#include <argp.h>

/**
 * Takes the argument of an option as a path to write to, and returns it. A path that other programs
 * may read as a command or as more than one, for it begins with | or < or has a control character,
 * is a usage error, before anything runs.
 */
char *out_path(struct argp_state *state, const char *option, char *argument);

#endif
