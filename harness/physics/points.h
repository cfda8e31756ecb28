/*
 * Moves point particles of one type in blocks, with vector instructions. The results have the same
 * bits as in harness/physics/dynamics.c, but no coefficients are looked up for each particle.
 */
#pragma once

#include "harness/particles/system.h"

#include <stdbool.h>
#include <stdint.h>

enum { POINTS_BLOCK = 128 }; /* largest number of particles in a block */

struct points_step {
    double push; /* time for which forces act, divided by the mass */
    double dt;
    bool single; /* true: the state is in single precision; false: in double precision */
};

/** Changes the velocities of particles `begin` to `end` - 1 by their forces. */
void points_kick(struct points_step step, const double *force, double *velocity, int64_t begin,
                 int64_t end);

/**
 * Moves particles `begin` to `end` - 1, at most POINTS_BLOCK, by a step within the box. Returns how
 * many are farther from their `listed` positions than the square root of limit2.
 */
int64_t points_drift(struct points_step step, const struct system *system, double *const listed[3],
                     double limit2, int64_t begin, int64_t end);
