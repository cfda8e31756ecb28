/*
 * Dynamics of which only the final state is needed. That state is cached, so that the same start
 * runs once.
 */
#pragma once

#include "harness/base/error.h"
#include "harness/physics/dynamics.h"

#include <stdint.h>

/**
 * Starts dynamics of a system, makes `steps` steps and frees the memory; the system then has the
 * final positions and orientations. They are cached (harness/base/files/cache.h) under a hash of
 * the initial state, and read from there if the run was made before; a damaged file is ignored.
 * Velocities are not cached, and those of the system are void. Stops on an interrupt
 * (harness/base/process/interrupt.h), with EXIT_ENVIRONMENT.
 */
bool equilibrate(struct dynamics *dynamics, int64_t steps, struct error *error);
