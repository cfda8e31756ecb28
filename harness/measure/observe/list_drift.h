/* Makes a motion in which lists have to be built after few steps. */
#pragma once

#include "harness/base/error.h"
#include "harness/measure/observe/mover.h"

#include <stdbool.h>

/**
 * Checks long launches (launch_check.h). Then starts the motion again with an additional common
 * velocity of all particles, by which they move more than half of the skin in four steps, whatever
 * the forces are, and makes ten steps with list_check. Repeats the first five steps in double
 * precision, to `tolerance`, and if these have not sorted the particles, later ones that do.
 * Thermostats that couple all particles, and the removal of common motion, are switched off.
 * `state` gets the particles; the motion cannot be used afterwards. EXIT_VERIFICATION if kernels
 * cannot make steps that the reference makes; passes if neither can.
 */
bool list_drift(struct mover *mover, const struct case_spec *spec, double tolerance,
                struct system *state, struct verification *found, struct error *error);

/** Does the same from the particles `state`, and makes the motion `from`. */
bool list_drift_from(struct mover *mover, const struct case_spec *spec, const struct motion *from,
                     double tolerance, struct system *state, struct verification *found,
                     struct error *error);
