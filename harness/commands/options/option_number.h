/* Numbers after options. All functions refuse invalid ones by argp_error, which ends the
 * program. */
#pragma once

#include <argp.h>
#include <stdint.h>

/** The whole number that `text` is, in decimal digits, from `least` to `most`; `option` is named in
 * the error. The error does not name `most` if it is INT_MAX or more. */
int64_t option_whole(const struct argp_state *state, const char *option, const char *text,
                     int64_t least, int64_t most);

/** The number that `text` is, from `least` to `most`, which may be infinite, but not the number. */
double option_number(const struct argp_state *state, const char *option, const char *text,
                     double least, double most);

/** The number above 0 that `text` is. */
double option_above_zero(const struct argp_state *state, const char *option, const char *text);
