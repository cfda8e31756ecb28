/* Numbers after options. All functions refuse invalid ones by argp_error, which ends the
 * program. */
#pragma once

#include <argp.h>
#include <stdint.h>

/**
 * Returns the whole number in `text`, in decimal digits, from `least` to `most`. The error names
 * `option`, and `most` unless that is INT_MAX or more.
 */
int64_t option_whole(const struct argp_state *state, const char *option, const char *text,
                     int64_t least, int64_t most);

/** Returns the number in `text`, from `least` to `most`. Only `most` may be infinite. */
double option_number(const struct argp_state *state, const char *option, const char *text,
                     double least, double most);

/** Returns the number in `text`, which must be above 0. */
double option_above_zero(const struct argp_state *state, const char *option, const char *text);
