/* The device of the option --on. It may belong to another machine, if records or ceilings of it
 * are known. */
#pragma once

#include "harness/backend/ceilings.h"
#include "harness/base/error.h"
#include "harness/results/record.h"

#include <stdbool.h>

struct named_device {
    const char *name; /* name as the user gives it, then as in records or ceilings; NULL: none */
    const char *backend;
    struct ceilings ceilings;
    bool has_ceilings;
};

/**
 * Completes a device by its name, or by a part of a GPU's name. The structure must not be moved
 * afterwards. EXIT_USAGE if neither records nor ceilings contain it; the message lists the possible
 * names. EXIT_ENVIRONMENT if memory runs out.
 */
bool named_device_find(struct named_device *device, const struct records *records,
                       struct error *error);
