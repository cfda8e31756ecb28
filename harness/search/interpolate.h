/* Times between numbers of particles, or densities, that were measured. */
#pragma once

#include "harness/search/estimate.h"

/** A time measured at a number of particles, or at a density. */
struct measured_point {
    double at;
    struct estimate time;
};

/** Largest distance of the measured points between which a time is interpolated. */
static const double interpolate_gap = 10;

/**
 * Returns the time at a place between two measured points: the logarithm of the time is linear in
 * that of the place. The interval contains the interpolated ends of the measured intervals, and
 * every time that neither decreases from place to place nor grows less than in proportion: a curve
 * may bend between the two. estimate_unknown if the place is outside, or the two are farther apart
 * than interpolate_gap; the measured time at a measured place.
 */
struct estimate interpolate(const struct measured_point *below, const struct measured_point *above,
                            double place);
