/* Interpolates times between measured numbers of particles or densities. */
#pragma once

#include "harness/search/estimate.h"

/** Time that was measured at a number of particles, or at a density. */
struct measured_point {
    double at;
    struct estimate time;
};

/** Largest ratio of two measured values with interpolated times in between. */
static const double interpolate_gap = 10;

/**
 * Returns the time at a value between two measured ones. The logarithm of the time is linear in the
 * logarithm of the value. The interval is wide, because the curve may bend in between. It contains
 * the interpolated bounds of the measured intervals, and the times on all curves that rise at least
 * in proportion to the value. At a measured value the result is the measured time. Returns
 * estimate_unknown if the value is outside, or if the ratio of the measured values exceeds
 * interpolate_gap.
 */
struct estimate interpolate(const struct measured_point *below, const struct measured_point *above,
                            double place);
