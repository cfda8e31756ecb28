#include "harness/input/builder.h"

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
