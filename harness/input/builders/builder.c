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

static bool in_range(const char *name, double value, const struct builder_range *range,
                     struct error *error)
{
    return range->expected == NULL || (value >= range->least && value <= range->most) ||
           error_set(error, EXIT_USAGE, "%s: expected %s, found %g", name, range->expected, value);
}

bool builder_can_make(const struct builder *builder, const struct system_spec *spec,
                      struct error *error)
{
    return (builder->check == NULL || builder->check(spec, error)) &&
           in_range("density", spec->density, &builder->densities, error) &&
           in_range("temperature", spec->temperature, &builder->temperatures, error);
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
