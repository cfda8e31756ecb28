/* Checks the names that a model's header has to define. */
#pragma once

#include "harness/base/error.h"

#include <stdbool.h>

/**
 * Whether the header `place` of a model `name` defines struct name_constants, name_pair and
 * name_model. All units of the model use these names. A compiler would report each use of a missing
 * name, but not the header. EXIT_USAGE if a name is missing. The message has the header, the
 * missing name, and the existing name with another prefix.
 */
bool model_names_check(const char *place, const char *name, struct error *error);
