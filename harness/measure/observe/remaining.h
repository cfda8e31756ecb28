/* Time left of a run, from the times of its groups so far. */
#ifndef PAIRLANES_REMAINING_H
#define PAIRLANES_REMAINING_H

#include "harness/config/cases.h"
#include "harness/results/results.h"

enum { REMAINING_DEVICES = 8 };

/**
 * Times of cases on a device: sums over groups of the seconds of a case, weighted by its cases, for
 * the straight line of them against the number of particles. A case has a part that is the same for
 * all, its sampling, and one that grows with the particles.
 */
struct remaining_device {
    char backend[CASE_BACKEND];
    int threads;
    double cases, particles, squares, seconds, products;
};

/** Zeroed: nothing is known. */
struct remaining {
    struct remaining_device device[REMAINING_DEVICES];
    int count;
};

/** Records the seconds that `cases` cases like `spec` with n particles took. */
void remaining_learn(struct remaining *remaining, const struct case_spec *spec, int64_t cases,
                     double n, double seconds);

/** The seconds that the cases from `first` on will take, without those that the results have; NAN
 * while nothing is known. Devices that are not known yet are taken for the slowest one. */
double remaining_seconds(const struct remaining *remaining, const struct cases *cases,
                         const struct results *results, int64_t first);

#endif
