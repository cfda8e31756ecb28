/* Checks that kernels move particles in long launches as in short ones, which are verified. */
#pragma once

#include "harness/base/error.h"
#include "harness/measure/observe/mover.h"

#include <stdbool.h>

/**
 * Makes the same steps from the particles `first` in launches of as many steps as possible and in
 * launches of MOVER_STEPS; kernels that make many steps also build lists in the long ones. The
 * verification fails if places, velocities or spins differ by more than they do if the short
 * launches start from particles displaced by rounding errors; moved_rel is then the difference of
 * places, in half skins, or that of velocities or spins, relative to their root mean square. Passes
 * on backends without launches. If particles cannot make the steps in either way, verifies the last
 * of them to `tolerance`: EXIT_VERIFICATION if they are wrong. The motion cannot be used
 * afterwards.
 */
bool launch_check(struct mover *mover, const struct case_spec *spec, const struct motion *motion,
                  double tolerance, const struct system *first, struct verification *found,
                  struct error *error);
