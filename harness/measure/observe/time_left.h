/* Estimates the time left of a run from the times of its groups so far. */
#pragma once

#include "harness/config/cases.h"
#include "harness/results/results.h"

enum { TIME_LEFT_DEVICES = 8 };

/**
 * Times of cases on a device: weighted sums for a straight line of seconds against the number of
 * particles. The time of a case has a constant part, for sampling, and a part that grows with the
 * number of particles.
 */
struct time_left_device {
    char backend[CASE_BACKEND];
    int threads;
    double cases, particles, squares, seconds, products;
};

/** Times on all devices; zeroed: nothing is known. */
struct time_left {
    struct time_left_device device[TIME_LEFT_DEVICES];
    int count;
};

/** Records the seconds that `cases` cases like `spec` with n particles took. */
void time_left_learn(struct time_left *left, const struct case_spec *spec, int64_t cases, double n,
                     double seconds);

/**
 * Estimates the total time in seconds of the cases from `first` on that are not in the results; NAN
 * while nothing is known. A device without times counts like the slowest one.
 */
double time_left_seconds(const struct time_left *left, const struct cases *cases,
                         const struct results *results, int64_t first);
