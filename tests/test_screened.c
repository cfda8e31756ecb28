/*
 * Compares the functions that replace exp and erfc in allatom's kernels with the C library's in
 * long double. Covers the whole range of arguments.
 */
#define REAL double
#define VECTOR_PAIRS
#include "harness/backend/cpu/machine/vector_math.h"
#undef exp
#include "tests/support.h"

#include <float.h>
#include <math.h>

enum { POINTS = 200000 };

/** Largest relative errors, in units of the type's epsilon. */
struct errors {
    double gauss, scaled;
};

static double worse(double worst, long double found, long double expected, double epsilon)
{
    return fmax(worst, (double)fabsl(found / expected - 1) / epsilon);
}

/* Tests up to the argument at which erfcl and exp(-x^2) underflow. */
TEST(both_functions_are_right_to_a_few_units_in_the_last_place)
{
    struct errors single = {0}, twice = {0};
    for (int k = 0; k < POINTS; k++) {
        const double x = 26.5 * k / POINTS;
        const float x_single = (float)(x / 3), y_single = x_single * x_single;
        const double y = x * x;
        single.gauss =
            worse(single.gauss, gauss_single(y_single), expl(-(long double)y_single), FLT_EPSILON);
        single.scaled =
            worse(single.scaled, scaled_erfc_single(2.5F / (2.5F + x_single)),
                  expl((long double)x_single * x_single) * erfcl(x_single), FLT_EPSILON);
        twice.gauss = worse(twice.gauss, gauss_double(y), expl(-(long double)y), DBL_EPSILON);
        twice.scaled = worse(twice.scaled, scaled_erfc_double(3 / (3 + x)),
                             expl((long double)x * x) * erfcl(x), DBL_EPSILON);
    }
    print_message("in epsilon: exp %.1f and %.1f, scaled erfc %.1f and %.1f\n", single.gauss,
                  twice.gauss, single.scaled, twice.scaled);
    assert_true(single.gauss < 2 && single.scaled < 5);
    assert_true(twice.gauss < 3 && twice.scaled < 12);
}

/* Both functions are nearly zero for larger arguments, and must not be NaN. */
TEST(large_arguments_give_zero)
{
    assert_true(gauss_single(1e10F) >= 0 && gauss_single(1e10F) < 1e-37F);
    assert_true(gauss_double(1e10) >= 0 && gauss_double(1e10) < 1e-300);
    assert_true(scaled_erfc_single(1e-6F) > 0 && scaled_erfc_single(1e-6F) < 1e-6F);
    assert_true(gauss_single(0) == 1 && gauss_double(0) == 1);
}

/* Tests the exponential for users' models (models/exponential.h). */
TEST(exponentials_are_right_on_both_sides_of_zero)
{
    double single = 0, twice = 0;
    for (int k = 0; k <= POINTS; k++) {
        const float x_single = -87 + 175.F * (float)k / POINTS;
        const double x = -708 + 1417. * k / POINTS;
        single = worse(single, exponential_single(x_single), expl(x_single), FLT_EPSILON);
        twice = worse(twice, exponential_double(x), expl(x), DBL_EPSILON);
    }
    print_message("in epsilon: exp %.1f and %.1f\n", single, twice);
    assert_true(single < 2 && twice < 3);
    assert_true(exponential_single(-1e10F) == 0 && exponential_double(-INFINITY) == 0);
    assert_true(isinf(exponential_single(100)) && isinf(exponential_double(INFINITY)));
    assert_true(isnan(exponential_single(NAN)) && isnan(exponential_double(-(double)NAN)));
}

TESTS_MAIN(NULL, NULL)
