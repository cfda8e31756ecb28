/* Compares steps of a backend with the same steps in double precision. */
#pragma once

#include "harness/base/error.h"
#include "harness/config/cases.h"
#include "harness/measure/observe/verify.h"
#include "harness/physics/motion.h"

#include <stdbool.h>
#include <stdint.h>

/**
 * Makes the steps from the state `before`, which `motion` describes, to that of `after` with the
 * forces of the reference, and compares the changes of positions, velocities, orientations and
 * spins. Sets moved_rel, infinite if these steps are refused, and moved_gain. For a few steps only,
 * because errors grow with their number. `first`: number of the first particle, for random numbers.
 * Errors are those of dynamics and reference.
 */
bool motion_check(const struct case_spec *spec, const struct motion *motion,
                  const struct system *before, int64_t first, int64_t steps,
                  const struct system *after, double tolerance, struct verification *verification,
                  struct error *error);

/** Whether the reference can make steps of all particles; EXIT_USAGE if these are too fast. */
bool motion_goes_on(const struct case_spec *spec, const struct motion *motion,
                    const struct system *before, int64_t steps, struct error *error);

/** Returns the memory of motion_check, without that of a reference and rounded particles. */
double motion_check_bytes(const struct system *system, const struct model *model);

/** Copies particles, rounded to a precision, with their velocities and spins, if they have any. */
bool motion_copy(const struct system *from, enum precision precision, struct system *to,
                 struct error *error);
