/* The functions f1 to f5 of models/oxdna.h, with their slopes. */
#ifndef PAIRLANES_MODELS_OXDNA_FACTORS_H
#define PAIRLANES_MODELS_OXDNA_FACTORS_H

#include "models/oxdna/nucleotide.h"

MODEL_FUNCTION struct oxdna_factor oxdna_parabola(real b, real x, real end)
{
    return oxdna_factor(b * (x - end) * (x - end), 2 * b * (x - end));
}

/**
 * Returns f1 for strength 1: [1 - exp(-a (r - r0))]^2 - shift, with a parabola at either end;
 * `shift` makes it zero at rc.
 */
MODEL_FUNCTION struct oxdna_factor oxdna_f1(real r, real shift, real a, real r0, real b_low,
                                            real low, real low_end, real b_high, real high,
                                            real high_end)
{
    if (r <= low_end || r >= high_end)
        return oxdna_factor(0, 0);
    if (r < low)
        return oxdna_parabola(b_low, r, low_end);
    if (r > high)
        return oxdna_parabola(b_high, r, high_end);
    real e = exp(-a * (r - r0));
    return oxdna_factor((1 - e) * (1 - e) - shift, 2 * a * (1 - e) * e);
}

/**
 * Returns f2: (k/2) [(r - r0)^2 - (rc - r0)^2], with parabolas of coefficient k b at either end.
 */
MODEL_FUNCTION struct oxdna_factor oxdna_f2(real r, real k, real r0, real rc, real b_low, real low,
                                            real low_end, real b_high, real high, real high_end)
{
    if (r <= low_end || r >= high_end)
        return oxdna_factor(0, 0);
    if (r < low)
        return oxdna_parabola(k * b_low, r, low_end);
    if (r > high)
        return oxdna_parabola(k * b_high, r, high_end);
    return oxdna_factor(k / 2 * ((r - r0) * (r - r0) - (rc - r0) * (rc - r0)), k * (r - r0));
}

/** Returns f4: 1 - a (t - t0)^2, with a parabola at either end. */
MODEL_FUNCTION struct oxdna_factor oxdna_f4(real t, real a, real b, real t0, real start, real end)
{
    real x = fabs(t - t0), sign = t < t0 ? -1 : 1;
    if (x >= end)
        return oxdna_factor(0, 0);
    struct oxdna_factor f =
        x < start ? oxdna_factor(1 - a * x * x, -2 * a * x) : oxdna_parabola(b, x, end);
    return oxdna_factor(f.value, sign * f.slope);
}

/** Returns f4(t) + f4(other - t). */
MODEL_FUNCTION struct oxdna_factor oxdna_f4_twice(real t, real other, real a, real b, real t0,
                                                  real start, real end)
{
    struct oxdna_factor one = oxdna_f4(t, a, b, t0, start, end);
    struct oxdna_factor two = oxdna_f4(other - t, a, b, t0, start, end);
    return oxdna_factor(one.value + two.value, one.slope - two.slope);
}

/** Returns f5: 1 for c >= 0; below, 1 - a c^2 to `start`, then a parabola that is 0 at `end`. */
MODEL_FUNCTION struct oxdna_factor oxdna_f5(real c)
{
    const real a = 2, b = (real)10.9032, start = (real)-0.65, end = (real)-0.769231;
    if (c >= 0)
        return oxdna_factor(1, 0);
    if (c <= end)
        return oxdna_factor(0, 0);
    return c > start ? oxdna_factor(1 - a * c * c, -2 * a * c) : oxdna_parabola(b, c, end);
}

/**
 * Limits a cosine to slightly less than 1 in magnitude. At 1 and -1 the slope of a factor and the
 * sine of its angle both vanish. Just below, their ratio is still correct.
 */
MODEL_FUNCTION real oxdna_cosine(real c)
{
    const real most = 1 - (real)(sizeof(real) == 4 ? 6e-8 : 1.2e-16);
    return c > most ? most : c < -most ? -most : c;
}

/**
 * Returns dU/dx of a product U != 0 that contains the factor f(x): U / f times df/dx. Multiplies by
 * 1 / f, because GPUs compute reciprocals faster than quotients.
 */
MODEL_FUNCTION real oxdna_by_factor(real energy, struct oxdna_factor f)
{
    return energy * f.slope * (1 / f.value);
}

/** Returns the derivative of arccos c, -1 / sin(arccos c). */
MODEL_FUNCTION real oxdna_angle_by_cosine(real c)
{
    return -reciprocal_sqrt((1 - c) * (1 + c));
}

/** Returns dU/dc of a product U != 0 that contains the factor f(arccos c). */
MODEL_FUNCTION real oxdna_by_cosine(real energy, struct oxdna_factor f, real c)
{
    return oxdna_by_factor(energy, f) * oxdna_angle_by_cosine(c);
}

#endif
