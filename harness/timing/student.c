#include "harness/timing/student.h"

#include <math.h>

/*
 * Degrees of freedom above which the normal distribution is as accurate as the continued fraction.
 */
static const double normal_from = 1e6;

/* Evaluates the continued fraction of the incomplete beta function by Lentz's algorithm. */
static double beta_fraction(double x, double a, double b)
{
    enum { MOST_TERMS = 10000 };
    const double tiny = 1e-300;
    double c = 1;
    double d = 1 / fmax(fabs(1 - (a + b) * x / (a + 1)), tiny);
    double value = d;
    for (int m = 1; m < MOST_TERMS; m++) {
        double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
        double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
        d = 1 / (1 + even * d);
        c = 1 + even / c;
        value *= d * c;
        d = 1 / (1 + odd * d);
        c = 1 + odd / c;
        value *= d * c;
        if (fabs(d * c - 1) < 1e-14)
            break;
    }
    return value;
}

/*
 * Returns I(x; a, b). The continued fraction converges fast for x below (a + 1) / (a + b + 2).
 * Larger x use the symmetry I(x; a, b) = 1 - I(1 - x; b, a).
 */
static double beta_regularized(double x, double a, double b)
{
    if (x <= 0 || x >= 1)
        return x <= 0 ? 0 : 1;
    double front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x));
    return x < (a + 1) / (a + b + 2) ? front * beta_fraction(x, a, b) / a
                                     : 1 - front * beta_fraction(1 - x, b, a) / b;
}

double student_tail(double t, double freedom)
{
    if (freedom > normal_from)
        return erfc(t / sqrt(2)) / 2;
    return beta_regularized(freedom / (freedom + t * t), freedom / 2, 0.5) / 2;
}

static double density(double t, double freedom)
{
    if (freedom > normal_from)
        return exp(-t * t / 2) / sqrt(2 * M_PI);
    return exp(lgamma((freedom + 1) / 2) - lgamma(freedom / 2) -
               (freedom + 1) / 2 * log1p(t * t / freedom)) /
           sqrt(freedom * M_PI);
}

/*
 * Solves for the logarithm of t by Newton's method on the logarithm of the tail, which is concave.
 */
double student_quantile(double tail, double freedom)
{
    double logarithm = 0.5;
    double step = 1;
    for (int k = 0; k < 100 && fabs(step) > 1e-12; k++) {
        double t = exp(logarithm);
        double here = student_tail(t, freedom);
        step = log(here / tail) * here / (t * density(t, freedom));
        logarithm += fmin(fmax(step, -1), 1);
    }
    return exp(logarithm);
}
