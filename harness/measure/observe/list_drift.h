/* A motion in which lists are due after few steps. */
#pragma once

#include "harness/base/error.h"
#include "harness/measure/observe/mover.h"

#include <stdbool.h>

/**
 * Starts the motion again with a common velocity of all particles, which leave half the skin in
 * four steps whatever their forces are, and makes ten steps with list_check. Thermostats that
 * couple all particles, and a removal of the common motion, do not act. `state` gets the particles;
 * the motion is of no more use. Passes if particles cannot make such steps.
 */
bool list_drift(struct mover *mover, const struct case_spec *spec, struct system *state,
                struct verification *found, struct error *error);
