/*
 * Checks whether a model is consistent: forces and torques of its pair function and its own bonded
 * terms are the slopes of their energies, and a pair with p and q exchanged is the same pair.
 */
#pragma once

#include "harness/base/error.h"
#include "harness/catalog/model.h"

#include <stdbool.h>
#include <stdint.h>

/** Allowed differences, relative to the force, and to the torque and the force's moment. */
static const double gradient_tolerance = 1e-6;

/** Jump of the energy at the range that is reported, relative to the energy of outer pairs. */
static const double gradient_jump = 1e-4;

enum { GRADIENT_FAULT = 256 };

struct gradient {
    int64_t pairs; /* pairs that interact, among those evaluated */
    double slope;  /* largest difference between a force component and the slope of the energy */
    double
        symmetry; /* largest difference between a pair and the same pair with p and q exchanged */
    double jump;  /* energy of a pair just inside the range, or its own cut-off, with the largest
                     size */
    double outer; /* largest size of the energy of a pair beyond half of the range */
    double worst; /* difference of `fault` of a pair */
    char
        fault[GRADIENT_FAULT]; /* largest difference of pairs above the tolerance, with the distance
                                  and both numbers, or else the first of bonded terms; "": none */
};

/**
 * Evaluates the pair function in double precision for every pair of types of the model, at random
 * orientations and charges if it has them, and at evenly spaced distances up to `range`. The slopes
 * are central differences over two steps; the difference between the two, which is large where the
 * energy bends or jumps, is allowed. The energy is also compared with the integral of the force
 * over the distances of pair_lines, so that no force is wrong between the others, and must not jump
 * within the range. Point particles at these distances are compared with the same pair in another
 * direction. Beyond the range the function must return zero. Bonded terms of every own form of the
 * model are checked likewise, where their energy is finite. EXIT_USAGE for rows that cannot be
 * computed, EXIT_ENVIRONMENT for memory.
 */
bool gradient_check(const struct model *model, const double *constants, double range,
                    struct gradient *gradient, struct error *error);
