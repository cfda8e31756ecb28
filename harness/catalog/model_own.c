#include "harness/catalog/model_own.h"

#include "harness/catalog/model_parts.h"

bool model_takes_own(const struct model *model)
{
    return model_parts_of(model).own.put != NULL;
}

void model_put_own(const struct model *model, const struct own_types *types, double *constants)
{
    model_parts_of(model).own.put(types, constants);
}

int model_own_types(const struct model *model, const double *constants)
{
    const struct model_own own = model_parts_of(model).own;
    return own.count != NULL ? own.count(constants) : 0;
}

int model_type_count(const struct model *model, const double *constants)
{
    const int own = model_own_types(model, constants);
    return own > 0 ? own : model->type_count;
}

int model_constant_count(const struct model *model, const double *constants)
{
    return model->constant_count +
           model_parts_of(model).own.constants * model_own_types(model, constants);
}
