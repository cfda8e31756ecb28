/*
 * Runs dynamics of which only the final state is needed. This state is cached, so that a run from
 * the same initial state is made only once.
 */
#pragma once

#include "harness/base/error.h"
#include "harness/physics/dynamics.h"

#include <stdint.h>

/**
 * Starts the dynamics of a system, makes `steps` steps and frees the memory of the dynamics. The
 * system then has the final positions and orientations; its velocities are undefined. Positions and
 * orientations are cached (harness/base/files/cache.h) under a hash of the initial state. If the
 * run was already made, they are read from the cache. Damaged files are ignored. EXIT_ENVIRONMENT
 * after an interrupt (harness/base/process/interrupt.h).
 */
bool equilibrate(struct dynamics *dynamics, int64_t steps, struct error *error);
