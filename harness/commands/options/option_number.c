#include "harness/commands/options/option_number.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

int64_t option_whole(const struct argp_state *state, const char *option, const char *text,
                     int64_t least, int64_t most)
{
    char *end = NULL;
    errno = 0;
    int64_t value = strtoll(text, &end, 10);
    bool good = end != text && *end == '\0' && errno == 0 && value >= least && value <= most;
    if (!good && most >= INT_MAX)
        argp_error(state, "%s: expected a whole number from %" PRId64 ", found \"%s\"", option,
                   least, text);
    else if (!good)
        argp_error(state,
                   "%s: expected a whole number from %" PRId64 " to %" PRId64 ", found \"%s\"",
                   option, least, most, text);
    return value;
}

static bool is_number(const char *text, double *value)
{
    char *end = NULL;
    *value = strtod(text, &end);
    return end != text && *end == '\0' && isfinite(*value);
}

double option_number(const struct argp_state *state, const char *option, const char *text,
                     double least, double most)
{
    double value;
    if (is_number(text, &value) && value >= least && value <= most)
        return value;
    if (isinf(least))
        argp_error(state, "%s: expected a number, found \"%s\"", option, text);
    else if (isinf(most))
        argp_error(state, "%s: expected a number from %g, found \"%s\"", option, least, text);
    else
        argp_error(state, "%s: expected a number from %g to %g, found \"%s\"", option, least, most,
                   text);
    return value;
}

double option_above_zero(const struct argp_state *state, const char *option, const char *text)
{
    double value;
    if (!is_number(text, &value) || !(value > 0))
        argp_error(state, "%s: expected a number above 0, found \"%s\"", option, text);
    return value;
}
