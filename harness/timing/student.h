/* Student's t distribution for any positive real number of degrees of freedom. */
#pragma once

/**
 * Returns P(T > t) for t >= 0: half the regularized incomplete beta function I(freedom / (freedom +
 * t²); freedom / 2, 1 / 2), by its continued fraction (DLMF 8.17.22).
 */
double student_tail(double t, double freedom);

/** Returns the t that is exceeded with probability `tail`, for 1e-100 < tail < 1/2. */
double student_quantile(double tail, double freedom);
