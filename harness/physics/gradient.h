/*
 * Checks whether a model is consistent: forces and torques of its pair function and its own bonded
 * terms are the slopes of their energies, and a pair with p and q exchanged is the same pair.
 */
#pragma once

#include "harness/base/error.h"
#include "harness/catalog/model.h"

#include <stdbool.h>
#include <stdint.h>

/**
 * Tolerance of differences, relative to the force, or to the torque plus the moment of the force.
 */
static const double gradient_tolerance = 1e-6;

/**
 * A jump of the energy at the range is reported if it exceeds this fraction of outer pairs'
 * energies.
 */
static const double gradient_jump = 1e-4;

enum { GRADIENT_FAULT = 256 };

struct gradient {
    int64_t pairs;   /* number of evaluated pairs that interact */
    double slope;    /* largest relative difference between a component of a force and the slope of
                      * the energy */
    double symmetry; /* largest relative difference between a pair and the same pair with p and q
                      * exchanged */
    double jump;  /* energy just inside the range (or a shorter cut-off) with the largest absolute
                   * value among all pairs */
    double outer; /* largest absolute energy of a pair at more than half of the range */
    double worst; /* relative difference that `fault` describes */
    char fault[GRADIENT_FAULT]; /* text about the largest difference above the tolerance among
                                 * pairs, otherwise the first among bonded terms, with distance and
                                 * both numbers; "": none */
};

/**
 * Evaluates the pair function in double precision for every pair of types of the model, at random
 * orientations and charges if it has them, and at evenly spaced distances up to `range`. Slopes are
 * computed by central differences with two steps. A force may differ from a slope by the difference
 * of the two results, which is large where the energy bends or jumps. The energy is also compared
 * with the integral of the force over the closely spaced distances of pair_lines, and must not jump
 * within the range. Point particles at these distances are compared with the same pair in another
 * direction. Beyond the range the function must return zero. Bonded terms of the model's own forms
 * are checked in the same way, also along bonded_paths, if their energy is finite. EXIT_USAGE if
 * coefficients of pairs of types cannot be computed, EXIT_ENVIRONMENT if memory runs out.
 */
bool gradient_check(const struct model *model, const double *constants, double range,
                    struct gradient *gradient, struct error *error);
