#include "harness/input/builder.h"

void builder_parameters(const struct system_spec *spec, const char *const *names,
                        const struct model *model, double values[MODEL_PARAMETERS])
{
    model_defaults(model, values);
    for (int k = 0; k < spec->parameter_count; k++)
        values[model_parameter(model, names[k])] = spec->parameter[k];
}
