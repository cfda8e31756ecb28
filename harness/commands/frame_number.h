/* Which configuration of a file is read. */
#ifndef PAIRLANES_FRAME_NUMBER_H
#define PAIRLANES_FRAME_NUMBER_H

#include <argp.h>
#include <stdint.h>

/** Takes the argument of --frame, a whole number from 1; anything else is a usage error. */
int64_t frame_number(const char *argument, const struct argp_state *state);

#endif
