/*
 * Dynamics of which only the final state is needed; that is cached, so that the same start is run
 * once.
 */
#pragma once

#include "harness/base/error.h"
#include "harness/physics/dynamics.h"

#include <stdint.h>

/**
 * Starts dynamics of a system, runs `steps` and frees its memory: the system's positions
 * and orientations are those of the end. They are kept in the cache (harness/base/files/cache.h)
 * under a hash of all that the run starts from, and read from there if that run has been made; a
 * damaged file is ignored. Velocities are not kept: those of the system are void. Stops on an
 * interrupt (harness/base/process/interrupt.h), with EXIT_ENVIRONMENT.
 */
bool equilibrate(struct dynamics *dynamics, int64_t steps, struct error *error);
