/* The larger of two errors. */
#pragma once

#include <math.h>

/** Returns the number of larger size; NAN if either is. */
static inline double larger(double a, double b)
{
    return fabs(a) <= fabs(b) || isnan(b) ? b : a;
}
