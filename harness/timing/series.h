/* Series of numbers in which neighbors are correlated, such as the energies of a trajectory. */
#pragma once

#include <stdint.h>

struct series {
    double mean, deviation;
    double error; /* standard error of the mean, NAN for fewer than SERIES_FEWEST values */
};

enum { SERIES_FEWEST = 16 };

/**
 * Computes mean, standard deviation and, by blocking, the error of the mean. Blocking averages
 * neighbors in pairs repeatedly. The error is the largest error at any level with at least
 * SERIES_FEWEST blocks. H. Flyvbjerg, H. G. Petersen, J. Chem. Phys. 91, 461 (1989).
 */
struct series series_of(const double *value, int64_t count);

/** Straight line through equidistant values, fitted by least squares. */
struct trend {
    double slope; /* change from value to value */
    double error; /* standard error of the slope, by blocking the residuals; NAN for too few
                   * values */
};

struct trend trend_of(const double *value, int64_t count);
