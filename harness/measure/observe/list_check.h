/* Whether neighbor lists are built again in time, before a particle has left half the skin. */
#pragma once

#include "harness/backend/backend.h"
#include "harness/base/error.h"
#include "harness/config/cases.h"
#include "harness/measure/observe/verify.h"

#include <stdbool.h>

/** Returns the distance that particles may be from their places in the list; 0: none. */
double list_check_half(const struct case_spec *spec);

/**
 * Compares the distances of particles from their places in another state with that one. A larger
 * one makes the verification fail, with the largest excess.
 */
void list_check_places(const struct case_spec *spec, const struct system *from,
                       const struct system *state, struct verification *found);

/** Does the same with the places in the list of a motion, which has the particles `state`. */
bool list_check(const struct backend *backend, struct moving *moving, const struct case_spec *spec,
                const struct system *state, struct verification *found, struct error *error);
