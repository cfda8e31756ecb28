/* Verifies the last steps before a failure. */
#pragma once

#include "harness/base/error.h"
#include "harness/measure/observe/mover.h"

#include <stdbool.h>

/** Returns true if a verification passed; otherwise sets the error EXIT_VERIFICATION. */
bool last_steps_pass(const struct case_spec *spec, const struct verification *found,
                     struct error *error);

/** Adds to an error the verification that failed, and its reason; it becomes EXIT_VERIFICATION. */
void last_steps_accuse(const char *verified, const char *reason, struct error *error);

/**
 * Finds out whether the kernels are the cause of steps that failed with EXIT_USAGE: starts the
 * motion again from `first`, repeats the last steps before the failure, and verifies them. If they
 * are wrong, or the reference can make steps that the kernels cannot, the error becomes
 * EXIT_VERIFICATION with that reason. Otherwise it does not change. `state` gets the particles; the
 * motion cannot be used afterwards.
 */
void last_steps_blame(struct mover *mover, const struct case_spec *spec,
                      const struct motion *motion, const struct system *first, double tolerance,
                      struct system *state, struct error *error);
