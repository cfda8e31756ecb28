/* Finds the ceilings of a device by its name. */
#pragma once

#include "harness/backend/ceilings.h"
#include "harness/base/error.h"

#include <stdbool.h>

/**
 * Finds the ceilings of a GPU by its name or a part of its name, "A100". Measured ones are in
 * results/<machine>/ceilings.json of any machine. Without these, the data sheet gives estimates.
 * EXIT_USAGE if the GPU is unknown; the message has all names and the nearest. EXIT_USAGE also if a
 * file has no ceilings; EXIT_ENVIRONMENT if memory runs out.
 */
bool known_ceilings(const char *device, struct ceilings *ceilings, struct error *error);
