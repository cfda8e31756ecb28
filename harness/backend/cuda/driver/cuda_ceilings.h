/* Measured ceilings of a GPU. */
#pragma once

#include "harness/backend/backend.h"
#include "harness/backend/ceilings.h"

/** Measures all ceilings of a device. EXIT_ENVIRONMENT with CUDA's message if that fails. */
bool cuda_ceilings_measure(struct device *device, struct ceilings *ceilings, struct error *error);
