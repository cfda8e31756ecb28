/* Measured ceilings of this machine's cores. */
#pragma once

#include "harness/backend/ceilings.h"

/** Measures all ceilings of the CPU with the given threads. EXIT_ENVIRONMENT if memory runs out. */
bool ceilings_measure_cpu(int threads, struct ceilings *ceilings, struct error *error);
