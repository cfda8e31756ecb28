/* Checks the names that a model's header has to define. */
#pragma once

#include "harness/base/error.h"

#include <stdbool.h>

/**
 * Whether the header `place` of a model `name` defines struct name_constants, name_pair and
 * name_model. All units of the model use these names. A compiler would report a missing name
 * wherever it is used, but not in the header. EXIT_USAGE with the header, the missing name, and the
 * name with another prefix that it has instead.
 */
bool model_names_check(const char *place, const char *name, struct error *error);
