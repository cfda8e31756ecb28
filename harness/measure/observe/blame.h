/* Whether the kernels of a case or its input are at fault if steps fail. */
#pragma once

#include "harness/base/error.h"
#include "harness/measure/observe/mover.h"

/**
 * Finds out why steps have failed with EXIT_USAGE: repeats the last ones, from the mark of the
 * mover or, if there is none, from `first`, the particles at its start, and verifies them. If they
 * are wrong, or the reference goes on where the kernels cannot, the error becomes EXIT_VERIFICATION
 * with that reason. Otherwise it stays as it is. The motion is of no more use.
 */
void blame_steps(struct mover *mover, const struct case_spec *spec, const struct system *first,
                 struct error *error);
