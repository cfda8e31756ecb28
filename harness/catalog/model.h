/* Functions that find models and read their types and parameters. */
#ifndef PAIRLANES_HARNESS_MODEL_H
#define PAIRLANES_HARNESS_MODEL_H

#include "harness/base/error.h"
#include "models/description.h"

enum {
    MODELS_REGISTERED = 24,
    /* largest number of branches of a model; enum gpu_pair uses two more bits for each pair */
    MODEL_BRANCHES_MOST = MODEL_BRANCHES - 2,
};

/** Returns all models: first models/table.h in its order, then users' models; ended by NULL. */
const struct model *const *models(void);

/** Returns the default model. */
const struct model *model_default(void);

/**
 * Adds a user's model with a new name at the end of the models. `styles` are the pair styles that
 * it declares; NULL: none. The caller keeps model and styles in memory. EXIT_USAGE if there are
 * already MODELS_REGISTERED models.
 */
bool model_register(const struct model *model, const char *const *styles, struct error *error);

/** Finds a model by name; NULL if there is none. */
const struct model *model_find(const char *name);

/**
 * Returns the LAMMPS pair styles that a model declares, ended by NULL. Returns NULL if it declares
 * none, has no coefficients, or has separate coefficients for pairs three bonds apart.
 */
const char *const *model_pair_styles(const struct model *model);

/**
 * Finds a model by name. EXIT_USAGE if no model has the name; the message lists all names and the
 * most similar one.
 */
bool model_require(const char *name, const struct model **model, struct error *error);

/**
 * Finds a type of particle by name. `*type` becomes its index among the types of the model; if
 * `model` is NULL, among the types of any model with several types. EXIT_USAGE if no model has the
 * type, or if its index differs between models. The message lists all names and the most similar
 * one.
 */
bool model_find_type(const struct model *model, const char *name, int *type, struct error *error);

/** Returns the index of a parameter by its name; -1 if the model does not have it. */
int model_parameter(const struct model *model, const char *name);

/**
 * Returns the factor from energy per volume to the model's unit of pressure; 1 if this unit has no
 * name.
 */
double model_pressure_units(const struct model *model);

/** Whether a model has types but no orientations. */
bool model_has_types_alone(const struct model *model);

/** Fills `values` (MODEL_PARAMETERS) with the model's default parameters. */
void model_defaults(const struct model *model, double *values);

/**
 * Sets the parameter `name` in `values` from a text. EXIT_USAGE if the model has no such parameter;
 * the message lists the valid names and the most similar one. EXIT_USAGE also if the text is not a
 * valid value.
 */
bool model_set(const struct model *model, const char *name, const char *text, double *values,
               struct error *error);

/** Reads the value of a parameter (number or choice) from a text. EXIT_USAGE if it is invalid. */
bool model_parse(const struct parameter *parameter, const char *text, double *value,
                 struct error *error);

#endif
