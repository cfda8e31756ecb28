/* Interpolation of times between measured numbers of particles, or densities. */
#pragma once

#include "harness/search/estimate.h"

/** A time measured at a number of particles, or at a density. */
struct measured_point {
    double at;
    struct estimate time;
};

/** Largest ratio of the two places between which a time is interpolated. */
static const double interpolate_gap = 10;

/**
 * Returns the time at a place between two measured points: the logarithm of the time is linear in
 * that of the place. The interval contains the interpolated ends of the measured intervals, and
 * every time on a curve that rises at least in proportion, because the curve may bend between the
 * two. Returns estimate_unknown if the place is outside, or the ratio of the two exceeds
 * interpolate_gap; at a measured place, the measured time.
 */
struct estimate interpolate(const struct measured_point *below, const struct measured_point *above,
                            double place);
