/*
 * Checks that kernels which make many steps move particles in one launch as in launches of few
 * steps, which verification repeats.
 */
#pragma once

#include "harness/base/error.h"
#include "harness/measure/observe/mover.h"

#include <stdbool.h>

/**
 * Makes the same steps from the particles `first` twice, in one launch and in launches of
 * MOVER_STEPS; in the one launch lists are built, if they can be. The verification fails, and
 * moved_rel is the largest distance in half skins, if particles end at other places. Passes for
 * kernels that make a single step, and if particles cannot make the steps in either way. The motion
 * cannot be used afterwards.
 */
bool launch_check(struct mover *mover, const struct case_spec *spec, const struct motion *motion,
                  const struct system *first, struct verification *found, struct error *error);
