/* Ceilings of a device, measured. */
#pragma once

#include "harness/backend/backend.h"
#include "harness/backend/ceilings.h"

/**
 * Measures all ceilings of a device, in a few seconds. EXIT_ENVIRONMENT with the reason if there is
 * no such device.
 */
bool ceilings_measure(const char *backend, const struct device_options *options,
                      struct ceilings *ceilings, struct error *error);
