/* Series of numbers with correlated neighbors, such as the energies of a trajectory. */
#pragma once

#include <stdint.h>

struct series {
    double mean, deviation;
    double error; /* standard error of the mean, NAN for fewer than SERIES_FEWEST values */
};

enum { SERIES_FEWEST = 16 };

/**
 * Computes mean, standard deviation and the mean's error by blocking: neighbors are averaged in
 * pairs repeatedly, and the error is the largest of all levels with at least SERIES_FEWEST blocks.
 * H. Flyvbjerg, H. G. Petersen, J. Chem. Phys. 91, 461 (1989).
 */
struct series series_of(const double *value, int64_t count);

/** A straight line through equidistant values, by least squares. */
struct trend {
    double slope; /* slope per value */
    double error; /* standard error, from blocked residuals; NAN for too few values */
};

struct trend trend_of(const double *value, int64_t count);
