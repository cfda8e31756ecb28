/* The names that a model's header has to define. */
#ifndef PAIRLANES_MODEL_NAMES_H
#define PAIRLANES_MODEL_NAMES_H

#include "harness/base/error.h"

#include <stdbool.h>

/**
 * Whether the header `place` of a model `name` has struct name_constants, name_pair and name_model,
 * which every unit of the model uses: a compiler would report each use, and never the header.
 * EXIT_USAGE with the place, the name that is missing, and the one of another model that is there
 * instead.
 */
bool model_names_check(const char *place, const char *name, struct error *error);

#endif
