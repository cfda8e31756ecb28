/* Compares steps of a backend with the same steps made in double precision. */
#pragma once

#include "harness/base/error.h"
#include "harness/config/cases.h"
#include "harness/measure/observe/verify.h"
#include "harness/physics/motion.h"

#include <stdbool.h>
#include <stdint.h>

/** Thermostat and barostat of a motion, whose effect is on all particles. */
struct motion_baths {
    struct nose_hoover heat;    /* state of the thermostat */
    struct pressures pressures; /* sums of pressures since the last mark */
};

/**
 * Makes the steps from the state `before`, which `motion` describes, to that of `after` with the
 * forces of the reference, and compares the changes of positions, velocities, orientations and
 * spins, and `baths` after the steps unless it is NULL. Sets moved_all, bath_rel and moved_rel;
 * the latter is infinite if the steps cannot be made. Only a few steps can be compared, because
 * errors grow with their number. `first` is the number of the first particle, for random numbers.
 * Errors are those of dynamics and reference.
 */
bool motion_check(const struct case_spec *spec, const struct motion *motion,
                  const struct system *before, int64_t first, int64_t steps,
                  const struct system *after, const struct motion_baths *baths, double tolerance,
                  struct verification *verification, struct error *error);

/**
 * Whether all particles, numbered from `first`, can make steps with the forces of the reference;
 * EXIT_USAGE if they are too fast for kernels, or nearly so.
 */
bool motion_goes_on(const struct case_spec *spec, const struct motion *motion,
                    const struct system *before, int64_t first, int64_t steps, struct error *error);

/** Returns the memory of motion_check, without that for a reference and for rounded particles. */
double motion_check_bytes(const struct system *system, const struct model *model);

/** Copies particles, rounded to a precision, and their velocities and spins if they have any. */
bool motion_copy(const struct system *from, enum precision precision, struct system *to,
                 struct error *error);
