/* Joins several systems to one, so that one launch evaluates all of them. */
#pragma once

#include "harness/base/error.h"
#include "harness/particles/system.h"

#include <stdbool.h>

/**
 * Concatenates systems: particle i of system s becomes particle s n + i of the batch, also in
 * bonded terms and excluded pairs. The batch has the box of each system. Particles of different
 * systems may overlap. Velocities and spins are copied if all systems have them. EXIT_USAGE if the
 * systems differ in box, number of particles, or kinds of data.
 */
bool batch_join(const struct system *const *systems, int count, struct system *batch,
                struct error *error);

/**
 * Copies positions, orientations, velocities and spins of system `number` of the batch to `one`, a
 * system of the same number of particles. Adds arrays that `one` lacks. EXIT_ENVIRONMENT if memory
 * runs out.
 */
bool batch_copy(const struct system *batch, int number, struct system *one, struct error *error);
