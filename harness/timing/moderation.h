/*
 * Common prior distribution for the variances of many small sets of measurements.
 *
 * The variance of a few runs is poorly known, but a sweep has many cases with a few runs each. If
 * their true variances are drawn from a scaled inverse chi-square distribution, its two parameters
 * follow from the mean and the variance of the logarithms of the sample variances, and each sample
 * variance gains the degrees of freedom of that distribution.
 *
 * G. K. Smyth, Stat. Appl. Genet. Mol. Biol. 3 (2004) 3, section 6.2.
 */
#pragma once

#include <stdint.h>

/** Common distribution of variances; freedom 0: none, infinite: all variances are equal. */
struct moderation {
    double variance, freedom;
};

/** Sums over the sample variances of a set; zeroed: none. */
struct moderation_sums {
    double sum, squares; /* sums of the logarithms */
    int64_t count;
};

/** Adds a sample variance, above 0. */
void moderation_add(struct moderation_sums *sums, double variance);

/** Returns the common distribution of `sums`, each with `freedom` degrees of freedom. */
struct moderation moderation_of(const struct moderation_sums *sums, double freedom);
