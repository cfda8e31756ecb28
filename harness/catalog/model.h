/* The table of models: finding one, and reading its types and parameters. */
#ifndef PAIRLANES_HARNESS_MODEL_H
#define PAIRLANES_HARNESS_MODEL_H

#include "harness/base/error.h"
#include "models/description.h"

enum {
    MODELS_REGISTERED = 24,
    /* most branches of a model: enum gpu_pair uses two more bits of a pair */
    MODEL_BRANCHES_MOST = MODEL_BRANCHES - 2,
};

/** The models of models/table.h in their order, then those registered, NULL after the last. */
const struct model *const *models(void);

/** Returns the model that is used if none is named. */
const struct model *model_default(void);

/** Adds a model with a new name after the others; the caller keeps what it points to. EXIT_USAGE if
 * there are MODELS_REGISTERED already. */
bool model_register(const struct model *model, struct error *error);

/** Finds a model by name; NULL if there is none. */
const struct model *model_find(const char *name);

/** Finds a model by name; EXIT_USAGE with all names and the nearest if there is none. */
bool model_require(const char *name, const struct model **model, struct error *error);

/**
 * Finds a type of particle by its name: its index among the types of the model, or, without one
 * (NULL), among those of the models that have several. EXIT_USAGE with all names and the nearest if
 * no model has it, or if models have it at different indices.
 */
bool model_find_type(const struct model *model, const char *name, int *type, struct error *error);

/** The index of a parameter by name; -1 if the model has none of that name. */
int model_parameter(const struct model *model, const char *name);

/**
 * Returns the factor from energy per volume to the model's unit of pressure; 1 if that has no name.
 */
double model_pressure_units(const struct model *model);

/** Whether a model has types but no orientations. */
bool model_has_types_alone(const struct model *model);

/** Fills `values` (MODEL_PARAMETERS) with the model's initial parameters. */
void model_defaults(const struct model *model, double *values);

/**
 * Sets the parameter `name` in `values` from text. EXIT_USAGE with the valid names and the nearest
 * one if the model has none of that name, or if the text is no value of it.
 */
bool model_set(const struct model *model, const char *name, const char *text, double *values,
               struct error *error);

/** Reads the text of a parameter's value (number or choice) into `value`: EXIT_USAGE if wrong. */
bool model_parse(const struct parameter *parameter, const char *text, double *value,
                 struct error *error);

#endif
