/* Finds out whether the kernels of a case or its input are the cause of failed steps. */
#pragma once

#include "harness/base/error.h"
#include "harness/measure/observe/mover.h"

/**
 * Finds out why steps have failed with EXIT_USAGE: repeats the last ones, from the mark of the
 * mover or, if there is none, from `first`, the particles at its start, and verifies them; then
 * makes a common drift (list_drift.h) of the loaded particles. If steps are wrong, or the reference
 * can make steps that the kernels cannot, the error becomes EXIT_VERIFICATION with that reason.
 * Otherwise the error does not change. The motion cannot be used afterwards.
 */
void blame_steps(struct mover *mover, const struct case_spec *spec, const struct system *first,
                 struct error *error);
