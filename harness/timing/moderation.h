/*
 * Common prior distribution for the variances of many small sets of measurements.
 *
 * The variance of a few runs is poorly known, but a sweep has many cases with a few runs each.
 * Their true variances are assumed to follow a scaled inverse chi-square distribution. Its two
 * parameters are found from the mean and the variance of the logarithms of the sample variances.
 * The degrees of freedom of this distribution are then added to those of each sample variance.
 *
 * G. K. Smyth, Stat. Appl. Genet. Mol. Biol. 3 (2004) 3, section 6.2.
 */
#pragma once

#include <stdint.h>

/**
 * Common distribution of variances. `freedom` is 0 without a common distribution, and infinite if
 * all variances are equal.
 */
struct moderation {
    double variance, freedom;
};

/** Sums over the sample variances of a set; zeroed: an empty set. */
struct moderation_sums {
    double sum, squares; /* sum of the logarithms, and of their squares */
    int64_t count;
};

/** Adds a sample variance, which must be positive. */
void moderation_add(struct moderation_sums *sums, double variance);

/**
 * Returns the common distribution of the variances in `sums`. Each variance has `freedom` degrees
 * of freedom.
 */
struct moderation moderation_of(const struct moderation_sums *sums, double freedom);
