/* Compares numbers in double precision, because cmocka's own comparison uses floats. */
#pragma once

#include "tests/cmocka.h"

#include <math.h>

/** Fails unless a and b are within `tolerance`. */
#define assert_near(a, b, tolerance) check_near(a, b, tolerance, #a, __FILE__, __LINE__)

static inline void check_near(double a, double b, double tolerance, const char *what,
                              const char *file, int line)
{
    if (fabs(a - b) <= tolerance)
        return;
    print_error("%s is %.17g, expected %.17g within %.3g\n", what, a, b, tolerance);
    _fail(file, line);
}
