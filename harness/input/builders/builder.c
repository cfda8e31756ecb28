#include "harness/input/builders/builder.h"

#include <inttypes.h>
#include <stdio.h>

void builder_parameters(const struct system_spec *spec, const char *const *names,
                        const struct model *model, double values[MODEL_PARAMETERS])
{
    model_defaults(model, values);
    for (int k = 0; k < spec->parameter_count; k++)
        values[model_parameter(model, names[k])] = spec->parameter[k];
}

bool builder_check_liquid(const struct system_spec *spec, const char *what, struct error *error)
{
    return (spec->temperature >= 0.5 && spec->temperature <= 0.75) ||
           error_set(error, EXIT_USAGE,
                     "temperature: expected 0.5 to 0.75 kcal/mol (252 to 377 K) for %s, found %g",
                     what, spec->temperature);
}

bool builder_check_molecules(const struct system_spec *spec, int size, int least, const char *what,
                             struct error *error)
{
    int64_t below = spec->n - spec->n % size;
    char enough[40] = "", nearest[100];
    if (below == spec->n && spec->n >= least)
        return true;
    if (least > size)
        snprintf(enough, sizeof enough, ", %d or more", least);
    if (below < least || below + size >= INT32_MAX)
        snprintf(nearest, sizeof nearest, "is %" PRId64, below < least ? least : below);
    else
        snprintf(nearest, sizeof nearest, "are %" PRId64 " and %" PRId64, below, below + size);
    return error_set(error, EXIT_USAGE,
                     "n: expected a multiple of %d%s%s, found %" PRId64 "; the nearest %s", size,
                     what, enough, spec->n, nearest);
}
