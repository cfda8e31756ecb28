/* The names that a model's header has to define. */
#pragma once

#include "harness/base/error.h"

#include <stdbool.h>

/**
 * Whether the header `place` of a model `name` has struct name_constants, name_pair and name_model,
 * which every unit of the model uses: a compiler would report each use, but not the header.
 * EXIT_USAGE with the place, the missing name, and the name of another model that the header has
 * instead.
 */
bool model_names_check(const char *place, const char *name, struct error *error);
