/* Makes a motion in which lists have to be built after few steps. */
#pragma once

#include "harness/base/error.h"
#include "harness/measure/observe/mover.h"

#include <stdbool.h>

/**
 * Starts the motion again with an additional common velocity of all particles, by which they move
 * more than half of the skin in four steps, whatever the forces are. Makes ten steps with
 * list_check. Of a single system it then makes more steps, and repeats those in which the particles
 * are sorted in double precision, to `tolerance`. Thermostats that couple all particles, and the
 * removal of common motion, are switched off. `state` gets the particles; the motion cannot be used
 * afterwards. Passes if particles cannot make such steps.
 */
bool list_drift(struct mover *mover, const struct case_spec *spec, double tolerance,
                struct system *state, struct verification *found, struct error *error);
