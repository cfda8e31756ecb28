/* The device of --on: one that need not be here, known by records, ceilings or both. */
#pragma once

#include "harness/backend/ceilings.h"
#include "harness/base/error.h"
#include "harness/results/record.h"

#include <stdbool.h>

struct named_device {
    const char *name; /* as on the command line, then as in records or ceilings; NULL: none */
    const char *backend;
    struct ceilings ceilings;
    bool has_ceilings;
};

/**
 * Completes a device by its name, or by a part of a GPU's name; it must not be moved afterwards.
 * EXIT_USAGE if there are neither records nor ceilings of it, with the names of those known;
 * EXIT_ENVIRONMENT if memory runs out.
 */
bool named_device_find(struct named_device *device, const struct records *records,
                       struct error *error);
