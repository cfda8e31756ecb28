/*
 * Checks that neighbor lists are built again in time, before a particle has moved by half of the
 * skin.
 */
#pragma once

#include "harness/backend/backend.h"
#include "harness/base/error.h"
#include "harness/config/cases.h"
#include "harness/measure/observe/verify.h"

#include <stdbool.h>

/**
 * Returns the distance that particles may be from their positions in the list; 0: the case has no
 * list with a skin.
 */
double list_check_half(const struct case_spec *spec);

/**
 * Returns the largest distance of a particle from its position in another state; NAN if any is NAN.
 */
double list_check_distance(const struct system *from, const struct system *to);

/**
 * Checks that no particle of `state` is farther from its position in `from` than list_check_half.
 * Otherwise the verification fails, and left_rel becomes the largest distance.
 */
void list_check_places(const struct case_spec *spec, const struct system *from,
                       const struct system *state, struct verification *found);

/**
 * Checks the distances from the positions in the list of a motion, whose particles are `state`, and
 * from those at the last pruning of its rows, which half of their skin limits.
 */
bool list_check(const struct backend *backend, struct moving *moving, const struct case_spec *spec,
                const struct system *state, struct verification *found, struct error *error);
