/* Finds out whether the kernels of a case or its input are the cause of failed steps. */
#pragma once

#include "harness/base/error.h"
#include "harness/measure/observe/mover.h"

/**
 * Finds out why steps have failed with EXIT_USAGE: repeats the last ones, from the mark of the
 * mover or, if there is none, from `first`, the particles at its start, and verifies them. If steps
 * are wrong, or the reference can make steps that the kernels cannot, the error becomes
 * EXIT_VERIFICATION with that reason. Otherwise the error does not change. The motion cannot be
 * used afterwards.
 */
void blame_steps(struct mover *mover, const struct case_spec *spec, const struct system *first,
                 struct error *error);

/** Reason if the reference makes steps that kernels cannot make. */
extern const char blame_reason[];

/**
 * Does the same with a way to verify: `verify` marks the particles, makes MOVER_STEPS steps, and
 * sets EXIT_VERIFICATION if these are wrong. `state` gets the particles, and is to be freed.
 */
void blame_by(struct mover *mover, const struct case_spec *spec, const struct system *first,
              bool (*verify)(void *context, struct error *error), void *context,
              struct system *state, struct error *error);
