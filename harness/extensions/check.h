/* Checks whether the description of a model or a strategy is consistent. */
#pragma once

#include "harness/base/error.h"
#include "harness/catalog/model.h"
#include "harness/catalog/strategy.h"

#include <stdbool.h>

/**
 * Checks the description in a header of a model with this name. EXIT_USAGE if it is wrong. The
 * message has what was expected and what was found, but not the header's path.
 */
bool check_model(const struct model *model, const char *name, struct error *error);

/**
 * Checks the rows of a strategy in a folder of that name; the last row has no name. `has_gpu`: it
 * has a GPU kernel. Fails like check_model.
 */
bool check_strategy(const struct strategy *rows, const char *name, bool has_gpu,
                    struct error *error);
