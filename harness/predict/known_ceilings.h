/* Finds the ceilings of a device by its name. */
#pragma once

#include "harness/backend/ceilings.h"
#include "harness/base/error.h"

#include <stdbool.h>

/**
 * Finds the ceilings of a GPU by its name or a part of its name, "A100": measured ones, in
 * results/<machine>/ceilings.json of any machine, otherwise estimates from its data sheet.
 * EXIT_USAGE with all names and the nearest if it is unknown, and for a file without ceilings;
 * EXIT_ENVIRONMENT if memory runs out.
 */
bool known_ceilings(const char *device, struct ceilings *ceilings, struct error *error);
