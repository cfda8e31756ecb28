/*
 * Steps of points of one type, in blocks of vectors: the arithmetic of harness/physics/dynamics.c,
 * with the same bits, but nothing to look up for each particle.
 */
#pragma once

#include "harness/particles/system.h"

#include <stdbool.h>
#include <stdint.h>

enum { POINTS_BLOCK = 128 }; /* most points at a time */

struct points_step {
    double push; /* time during which forces act, over the mass */
    double dt;
    bool single; /* state in single precision, otherwise in double */
};

/** Applies forces to the velocities of the particles from `begin` to before `end`. */
void points_kick(struct points_step step, const double *force, double *velocity, int64_t begin,
                 int64_t end);

/**
 * Moves these particles, at most a block, by a step within the box. Returns the number of those
 * that are farther from their `listed` places than the root of limit2.
 */
int64_t points_drift(struct points_step step, const struct system *system, double *const listed[3],
                     double limit2, int64_t begin, int64_t end);
