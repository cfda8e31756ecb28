#include "harness/catalog/model.h"

#include "harness/base/suggest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MODEL(name) const char *const *describe_##name(struct model *model);
#include "models/table.h"
#undef MODEL

static const char *const *(*const describe[])(struct model *) = {
#define MODEL(name) describe_##name,
#include "models/table.h"
#undef MODEL
};

enum {
    COUNT = sizeof describe / sizeof *describe,
    ALL = COUNT + MODELS_REGISTERED,
    TYPE_NAMES = 64 /* longest list of types in an error message */
};

static struct model filled[ALL];
static const char *const *pair_styles[ALL];
static const struct model *list[ALL + 1]; /* all models, ended by NULL */

const struct model *const *models(void)
{
    if (list[0] == NULL) {
        for (int k = 0; k < COUNT; k++) {
            pair_styles[k] = describe[k](&filled[k]);
            list[k] = &filled[k];
        }
    }
    return list;
}

const struct model *model_default(void)
{
    return models()[0];
}

bool model_register(const struct model *model, const char *const *styles, struct error *error)
{
    int count = 0;
    while (models()[count] != NULL)
        count++;
    if (count == ALL)
        return error_set(error, EXIT_USAGE, "model %s cannot be added: the limit is %d models",
                         model->name, MODELS_REGISTERED);
    filled[count] = *model;
    pair_styles[count] = styles;
    list[count] = &filled[count];
    return true;
}

const struct model *model_find(const char *name)
{
    for (const struct model *const *model = models(); *model != NULL; model++)
        if (strcmp((*model)->name, name) == 0)
            return *model;
    return NULL;
}

const char *const *model_pair_styles(const struct model *model)
{
    for (int k = 0; models()[k] != NULL && model->coefficients != NULL && model->row14 == NULL; k++)
        if (strcmp(models()[k]->name, model->name) == 0)
            return pair_styles[k];
    return NULL;
}

bool model_require(const char *name, const struct model **model, struct error *error)
{
    *model = model_find(name);
    if (*model != NULL)
        return true;
    const char *names[ALL + 1] = {NULL};
    for (int k = 0; models()[k] != NULL; k++)
        names[k] = models()[k]->name;
    return suggest_error(error, "model", name, names);
}

bool model_find_type(const struct model *model, const char *name, int *type, struct error *error)
{
    const char *names[TYPE_NAMES + 1] = {NULL};
    const struct model *const *all = models(), *const only[] = {model, NULL};
    int count = 0, found = -1;
    for (const struct model *const *of = model != NULL ? only : all; *of != NULL; of++) {
        for (int t = 0; t < (*of)->type_count && (*of)->type_count > 1; t++) {
            const char *candidate = (*of)->types[t].name;
            if (strcmp(candidate, name) == 0 && found >= 0 && found != t)
                return error_set(
                    error, EXIT_USAGE,
                    "several models have a type of particle called \"%s\": name one with --model",
                    name);
            if (strcmp(candidate, name) == 0)
                found = t;
            if (count < TYPE_NAMES)
                names[count++] = candidate;
        }
    }
    *type = found;
    if (count == 0)
        return error_set(error, EXIT_USAGE, "the particles of model %s have one type, and no name",
                         model->name);
    return found >= 0 || suggest_error(error, "type of particle called", name, names);
}

int model_parameter(const struct model *model, const char *name)
{
    for (int k = 0; k < model->parameter_count; k++)
        if (strcmp(model->parameters[k].name, name) == 0)
            return k;
    return -1;
}

double model_pressure_units(const struct model *model)
{
    return model->pressure_unit != NULL ? model->pressure_units : 1;
}

bool model_has_types_alone(const struct model *model)
{
    return model->body && !model->oriented;
}

void model_defaults(const struct model *model, double *values)
{
    for (int k = 0; k < model->parameter_count; k++)
        values[k] = model->parameters[k].initial;
}

bool model_set(const struct model *model, const char *name, const char *text, double *values,
               struct error *error)
{
    int index = model_parameter(model, name);
    if (index >= 0)
        return model_parse(&model->parameters[index], text, &values[index], error);

    const char *names[MODEL_PARAMETERS + 1] = {NULL};
    for (int k = 0; k < model->parameter_count; k++)
        names[k] = model->parameters[k].name;
    char what[80];
    snprintf(what, sizeof what, "parameter of model %s called", model->name);
    return suggest_error(error, what, name, names);
}

bool model_parse(const struct parameter *parameter, const char *text, double *value,
                 struct error *error)
{
    if (parameter->choices != NULL) {
        for (int k = 0; parameter->choices[k] != NULL; k++) {
            if (strcmp(parameter->choices[k], text) == 0) {
                *value = k;
                return true;
            }
        }
        char names[256] = "";
        for (int k = 0; parameter->choices[k] != NULL; k++) {
            strncat(names, k ? ", " : "", sizeof names - strlen(names) - 1);
            strncat(names, parameter->choices[k], sizeof names - strlen(names) - 1);
        }
        return error_set(error, EXIT_USAGE, "%s: expected one of %s, found \"%s\"", parameter->name,
                         names, text);
    }
    char *end = NULL;
    *value = strtod(text, &end);
    if (end == text || *end != '\0' || !(*value >= parameter->minimum) ||
        !(*value <= parameter->maximum))
        return error_set(error, EXIT_USAGE,
                         "%s: expected a number from %g to %g (%s), found \"%s\"", parameter->name,
                         parameter->minimum, parameter->maximum, parameter->summary, text);
    return true;
}
