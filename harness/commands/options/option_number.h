/*
 * Reads numbers after options. All functions report invalid numbers by argp_error, which ends the
 * program.
 */
#pragma once

#include <argp.h>
#include <stdint.h>

/**
 * Returns the whole number in `text`, in decimal digits, between `least` and `most`. The error
 * message has `option`, and also `most` if it is less than INT_MAX.
 */
int64_t option_whole(const struct argp_state *state, const char *option, const char *text,
                     int64_t least, int64_t most);

/** Returns the number in `text`, between `least` and `most`. Only `most` may be infinite. */
double option_number(const struct argp_state *state, const char *option, const char *text,
                     double least, double most);

/** Returns the number in `text`, which must be positive. */
double option_above_zero(const struct argp_state *state, const char *option, const char *text);
