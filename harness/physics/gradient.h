/* Whether a model is consistent: forces and torques of its pair function and its own bonded terms
 * are the slopes of their energies, and the pair seen from the other particle is the same pair. */
#pragma once

#include "harness/base/error.h"
#include "harness/catalog/model.h"

#include <stdbool.h>
#include <stdint.h>

/** Differences that are allowed, relative to the force, and to the torque and the force's moment.
 */
static const double gradient_tolerance = 1e-6;

enum { GRADIENT_FAULT = 256 };

struct gradient {
    int64_t pairs; /* pairs that interact, among those evaluated */
    double slope;  /* largest difference of a component from the slope of the energy */
    double
        symmetry; /* largest difference between a pair and the same pair with p and q exchanged */
    double jump;  /* largest energy, by its size, that a pair has just inside of the range */
    char fault[GRADIENT_FAULT]; /* first difference above the tolerance, with the distance and both
                                   numbers; "": none */
};

/**
 * Evaluates the pair function in double precision for every two types of the model, at random
 * orientations and charges if it has them, and at distances up to `range` that cover it evenly. The
 * slopes are central differences over two steps; their difference from one another, as where the
 * energy bends or jumps, is allowed. Beyond the range the function must return zero. So are bonded
 * terms of every own form of the model, where their energy is finite. EXIT_USAGE for
 * rows that cannot be computed, EXIT_ENVIRONMENT for memory.
 */
bool gradient_check(const struct model *model, const double *constants, double range,
                    struct gradient *gradient, struct error *error);
