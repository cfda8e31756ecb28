/* Types of a system's own in the constants of its model (MODEL_OWN of models/model.h). */
#ifndef PAIRLANES_MODEL_OWN_H
#define PAIRLANES_MODEL_OWN_H

#include "harness/catalog/model.h"
#include "models/own_types.h"

/** What the unit of a model gives (harness/catalog/model_unit.c); zeroed: there may be none. */
struct model_own {
    void (*put)(const struct own_types *types, double *constants);
    int (*count)(const double *constants);
    int constants; /* that kernels have of each type, behind constant_count others */
};

/** Whether systems of the model may have types of their own. */
bool model_takes_own(const struct model *model);

/** Puts them into the constants of a model that takes them; of none, the types are the model's. */
void model_put_own(const struct model *model, const struct own_types *types, double *constants);

/** How many the constants have; 0: the types are the model's. */
int model_own_types(const struct model *model, const double *constants);

/** How many types there are with these constants, and how many of the constants kernels have. */
int model_type_count(const struct model *model, const double *constants);
int model_constant_count(const struct model *model, const double *constants);

#endif
