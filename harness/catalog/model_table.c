#include "harness/catalog/model_table.h"

#include "harness/base/memory.h"

#include <stdlib.h>

int64_t model_table_size(const struct model *model, const double *constants)
{
    return model->table_size != NULL ? model->table_size(constants) : 0;
}

bool model_table_texture(const struct model *model, const double *constants)
{
    return model->table_texture != NULL && model->table_texture(constants);
}

bool model_table_serves(const struct model *model, const double *constants,
                        enum precision precision, bool gpu, struct error *error)
{
    const struct precision_info *info = precision_info(precision);
    if (!model_table_texture(model, constants))
        return true;
    if (!gpu)
        return error_set(error, EXIT_ENVIRONMENT,
                         "a CPU has no texture unit to look up the force of %s", model->name);
    return info->real_size == sizeof(float) ||
           error_set(error, EXIT_ENVIRONMENT,
                     "a texture unit has 32-bit numbers: it cannot look up the force of %s in %s",
                     model->name, info->name);
}

void *model_table_build(const struct model *model, const double *constants,
                        enum precision precision, struct error *error)
{
    const int64_t size = model_table_size(model, constants);
    double *numbers = memory_allocate(size, sizeof *numbers, "a table", error);
    void *reals = memory_allocate(size, precision_info(precision)->real_size, "a table", error);
    if (numbers == NULL || reals == NULL) {
        free(numbers);
        free(reals);
        return NULL;
    }
    model->table_fill(constants, numbers);
    for (int64_t k = 0; k < size; k++)
        precision_set_real(precision, reals, k, numbers[k]);
    free(numbers);
    return reals;
}

double model_table_tolerance(const struct model *model, const double *constants,
                             enum precision precision)
{
    return precision_tolerance(precision, model) +
           (model->table_error != NULL ? model->table_error(constants) : 0);
}
