/* Statistics of timing samples that are valid for any distribution. */
#pragma once

#include "harness/base/error.h"

#include <stdbool.h>

/**
 * Minimum number of samples for which smallest and largest enclose the median with 95 % confidence:
 * 1 - 2^(1-6).
 */
enum { STATISTICS_FEWEST = 6 };

struct statistics {
    int n;
    double median;
    double low, high; /* 95 % confidence interval of the median */
    double minimum;
    double p95; /* 95th percentile, by the nearest rank */
    double mad; /* median of the absolute deviations from the median, without a factor */
};

/** Computes statistics of n >= 1 samples, in their unit. The order of samples does not matter. */
void statistics_of(const double *samples, int n, struct statistics *statistics);

/**
 * Returns the rank r, from one, such that the r-th smallest and the r-th largest of n independent
 * samples enclose the median of any continuous distribution with at least 95 % confidence: the
 * largest r with P(Binomial(n, 1/2) < r) <= 0.025. With fewer than STATISTICS_FEWEST samples there
 * is no such rank, and the result is 1, which means the extremes.
 *
 * J.-Y. Le Boudec, Performance Evaluation of Computer and Communication Systems (2010), sect. 2.2;
 * T. Hoefler, R. Belli, SC '15, rule 5.
 */
int statistics_rank(int n);

/**
 * Returns the rank for any confidence: the largest r with P(Binomial(n, 1/2) < r) <= tail. The
 * interval misses the median with a probability of at most 2 * tail. 0: there is no such rank.
 */
int statistics_rank_of_tail(int n, double tail);
