/* Estimate of the time of a call. */
#pragma once

#include <math.h>
#include <stdbool.h>

/** Median in nanoseconds and its 95 % confidence interval; NAN: unknown. */
struct estimate {
    double median, low, high;
};

static const struct estimate estimate_unknown = {NAN, NAN, NAN};

/** Whether the estimate is known. */
static inline bool estimate_known(const struct estimate *estimate)
{
    return isfinite(estimate->median);
}

/** Whether `a` is faster than `b`. An unknown time counts as slower than a known one. */
static inline bool estimate_faster(const struct estimate *a, const struct estimate *b)
{
    return estimate_known(a) && !(a->median >= b->median);
}
