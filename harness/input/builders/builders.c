#include "harness/input/builders/builders.h"

#include "harness/base/suggest.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

extern const struct builder builder_antifreeze, builder_bilayer, builder_chains, builder_duplexes,
    builder_fluid, builder_patchy, builder_popc, builder_solution, builder_spce, builder_water;

static const struct builder *const table[] = {
    &builder_fluid, &builder_patchy, &builder_duplexes, &builder_solution,   &builder_bilayer,
    &builder_water, &builder_spce,   &builder_chains,   &builder_antifreeze, &builder_popc};

enum { COUNT = sizeof table / sizeof *table };

_Static_assert((int)COUNT <= (int)BUILDERS, "room for all names");

void builder_names(const char *names[BUILDERS + 1])
{
    for (int k = 0; k < COUNT; k++)
        names[k] = table[k]->name;
    names[COUNT] = NULL;
}

bool builder_find(const char *name, const struct builder **builder, struct error *error)
{
    const char *names[BUILDERS + 1];
    for (int k = 0; k < COUNT; k++) {
        *builder = table[k];
        if (strcmp(table[k]->name, name) == 0)
            return true;
    }
    builder_names(names);
    return suggest_error(error, "system builder", name, names);
}

void builder_names_of(const struct model *model, const char *names[BUILDERS + 1])
{
    int count = 0;
    for (; model->builders[count] != NULL; count++)
        names[count] = model->builders[count];
    for (int k = 0; k < COUNT; k++)
        if (table[k]->model != NULL && strcmp(table[k]->model, model->name) == 0)
            names[count++] = table[k]->name;
    names[count] = NULL;
}

bool builder_check(const char *name, const struct model *model, struct error *error)
{
    const char *names[BUILDERS + 1];
    builder_names_of(model, names);
    for (int k = 0; names[k] != NULL; k++)
        if (strcmp(names[k], name) == 0)
            return true;
    char what[80];
    snprintf(what, sizeof what, "builder of model %s called", model->name);
    return suggest_error(error, what, name, names);
}

void builder_complete(struct system_spec *spec, const struct model *model, const double *parameters)
{
    if (spec->builder == NULL)
        spec->builder = model->builders[0];
    spec->parameter_count = 0;
    for (int k = 0; k < COUNT; k++) {
        const char *const *name = table[k]->parameters;
        if (strcmp(table[k]->name, spec->builder) != 0)
            continue;
        /* stops at a parameter that this model lacks; the spec keeps its initial value */
        for (; name != NULL && *name != NULL && model_parameter(model, *name) >= 0; name++)
            spec->parameter[spec->parameter_count++] = parameters[model_parameter(model, *name)];
    }
    builder_defaults(spec);
}

void builder_defaults(struct system_spec *spec)
{
    for (int k = 0; k < COUNT; k++) {
        if (strcmp(table[k]->name, spec->builder) != 0)
            continue;
        const double volume = spec->box[0] * spec->box[1] * spec->box[2];
        if (isnan(spec->density))
            spec->density = volume > 0 ? (double)spec->n / volume : table[k]->density;
        if (isnan(spec->temperature))
            spec->temperature = table[k]->temperature;
    }
}
