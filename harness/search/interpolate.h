/* Times between numbers of particles that were measured. */
#ifndef PAIRLANES_INTERPOLATE_H
#define PAIRLANES_INTERPOLATE_H

#include "harness/search/estimate.h"

/** A time that was measured with n particles. */
struct measured_point {
    double n;
    struct estimate time;
};

/** The measured points that a time is interpolated between are at most so far apart in n. */
static const double interpolate_gap = 10;

/**
 * The time with n particles between two measured points: the logarithm of the time is linear in
 * that of n. Its interval holds what the ends of the measured intervals give, and every time that
 * neither falls with n nor falls behind what each particle took: a curve may bend between the two.
 * estimate_unknown where n lies outside, or the two are more than interpolate_gap apart; the
 * measured time where n is one of theirs.
 */
struct estimate interpolate(const struct measured_point *below, const struct measured_point *above,
                            double n);

#endif
