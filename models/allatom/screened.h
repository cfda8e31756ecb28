/*
 * exp(-x^2) and erfc(x) for x >= 0 in kernels, accurate to a few units in the last place. They have
 * no branches, calls or tables, so that loops are vectorized.
 *
 *   erfc(x) = exp(-x^2) t P(t),  t = a / (a + x)
 *   exp(-y) = 2^n (1 + f Q(f)),  -y = n ln 2 + f,  |f| <= ln 2 / 2
 *
 * P is one polynomial for all x, after M. M. Shepherd and J. G. Laframboise, Math. Comp. 36, 249
 * (1981). P and Q minimize the largest relative error (Remez exchange):
 *
 *            a    degree of P, error   degree of Q, error
 *   single   2.5  10, 6.2e-9           5, 2.6e-9
 *   double   3    22, 1.9e-16          10, 1.8e-17
 *
 * Separate sums of even and odd powers halve the chain of dependent operations. GPU kernels call
 * the exp of CUDA. The harness (MODEL_DESCRIBE) calls exp and erfc of the C library; tests compare
 * these with the functions here.
 */
#ifndef PAIRLANES_MODELS_ALLATOM_SCREENED_H
#define PAIRLANES_MODELS_ALLATOM_SCREENED_H

#include "models/real.h"

/** The constant a in t = a / (a + x). */
#define SCREENED_NEAR ((real)(sizeof(real) == 4 ? 2.5 : 3))

/** Returns exp(x^2) erfc(x), given t = a / (a + x). */
MODEL_FUNCTION float scaled_erfc_single(float t)
{
    float t2 = t * t;
    float even = -0.02921491546f;
    even = even * t2 - 0.235525087f;
    even = even * t2 - 0.04689331366f;
    even = even * t2 + 0.1190085305f;
    even = even * t2 + 0.2076137322f;
    even = even * t2 + 0.2256758348f;
    float odd = 0.1404457027f;
    odd = odd * t2 + 0.1375588343f;
    odd = odd * t2 + 0.08391556775f;
    odd = odd * t2 + 0.1717392477f;
    odd = odd * t2 + 0.22567586f;
    return t * (odd * t + even);
}

MODEL_FUNCTION double scaled_erfc_double(double t)
{
    double t2 = t * t;
    double even = 0.000583783380131319671;
    even = even * t2 + 0.00116933042147914732;
    even = even * t2 - 0.241084616914335141;
    even = even * t2 - 0.837031480831405704;
    even = even * t2 - 0.655744495864472151;
    even = even * t2 - 0.173312629196997138;
    even = even * t2 - 0.0265315794067494402;
    even = even * t2 + 0.00346255649043561239;
    even = even * t2 + 0.0569733298915864603;
    even = even * t2 + 0.127116770185286674;
    even = even * t2 + 0.17761523925803836;
    even = even * t2 + 0.188063194515918723;
    double odd = -0.00351537139069810277;
    odd = odd * t2 + 0.0534629009724570468;
    odd = odd * t2 + 0.561699594233180741;
    odd = odd * t2 + 0.863178168968963857;
    odd = odd * t2 + 0.388572566185096583;
    odd = odd * t2 + 0.0559329890929603045;
    odd = odd * t2 - 0.00397390022997500964;
    odd = odd * t2 + 0.0262904217578725304;
    odd = odd * t2 + 0.0922907047060717698;
    odd = odd * t2 + 0.156719329259195464;
    odd = odd * t2 + 0.188063194515958282;
    return t * (odd * t + even);
}

/** Largest x^2 for which smooth_slope is accurate. */
#define SMOOTH_REACH 10

/**
 * Returns `scale` times [erf(x) / x - 2 pi^-1/2 exp(-x^2)] / x^2 with x^2 = a y: the difference
 * between 1 / x^3 and the screened force of the Ewald sum divided by x, without an exponential or a
 * root. A rational function that minimizes the largest relative error up to SMOOTH_REACH, 1.9e-7
 * (Lawson's algorithm on the linearised problem). If `a` and `scale` are the same for all pairs,
 * the compiler multiplies them into the coefficients before a loop.
 */
MODEL_FUNCTION float smooth_slope(float y, float a, float scale)
{
    const float a2 = a * a, a3 = a2 * a, a4 = a2 * a2, a5 = a4 * a;
    float numerator = -7.197548227e-7f * a5 * scale;
    numerator = numerator * y + 4.037475544e-5f * a4 * scale;
    numerator = numerator * y - 9.041774044e-4f * a3 * scale;
    numerator = numerator * y + 0.01842609506f * a2 * scale;
    numerator = numerator * y - 0.06897470102f * a * scale;
    numerator = numerator * y + 0.7522526378f * scale;
    float denominator = 0.001003964494f * a4;
    denominator = denominator * y + 0.01450657971f * a3;
    denominator = denominator * y + 0.1152188653f * a2;
    denominator = denominator * y + 0.508303585f * a;
    denominator = denominator * y + 1;
#ifdef __CUDACC__
    return numerator * (1 / denominator); /* a reciprocal and a product: in single precision, a
                                           * reciprocal is one instruction */
#else
    return numerator / denominator;
#endif
}

#ifdef __CUDACC__

MODEL_FUNCTION float scaled_erfc(float t)
{
    return scaled_erfc_single(t);
}

MODEL_FUNCTION double scaled_erfc(double t)
{
    return scaled_erfc_double(t);
}

#define gauss(y) exp(-(y))

#else

#include <stdint.h>

/*
 * exp(-y) = 2^n exp(f). Adding 1.5 * 2^23 (double: 2^52) rounds to the integer n, which is then in
 * the lowest bits of the sum; shifted into the exponent, they make 2^n. y is limited so that the
 * result is a normal number. n ln 2 is subtracted in two parts, the first of few bits, which makes
 * its product with n exact.
 */

MODEL_FUNCTION float gauss_single(float y)
{
    const float shift = 12582912;
    union {
        float number;
        uint32_t bits;
    } sum, power;
    y = y < 87 ? y : 87;
    sum.number = y * -1.44269504f + shift;
    float n = sum.number - shift;
    float f = (-y - n * 0.693359375f) + n * 2.12194440e-4f;
    power.bits = (sum.bits << 23) + ((uint32_t)127 << 23);
    float f2 = f * f;
    float even = (0.00837910679f * f2 + 0.1666636418f) * f2 + 1.00000005f;
    float odd = (0.001406154033f * f2 + 0.04166477053f) * f2 + 0.5000000437f;
    return power.number * (f * (odd * f + even) + 1);
}

MODEL_FUNCTION double gauss_double(double y)
{
    const double shift = 6755399441055744;
    union {
        double number;
        uint64_t bits;
    } sum, power;
    y = y < 708 ? y : 708;
    sum.number = y * -1.4426950408889634 + shift;
    double n = sum.number - shift;
    double f = (-y - n * 0.693145751953125) - n * 1.42860682030941723212e-6;
    power.bits = (sum.bits << 52) + ((uint64_t)1023 << 52);
    double f2 = f * f;
    double even = 2.29809045043143401e-8;
    even = even * f2 + 2.75642703483464869e-6;
    even = even * f2 + 0.000198412614560791413;
    even = even * f2 + 0.00833333333774274147;
    even = even * f2 + 0.166666666666572255;
    even = even * f2 + 1;
    double odd = 2.76264347443945949e-7;
    odd = odd * f2 + 0.0000248015041790478108;
    odd = odd * f2 + 0.0013888888932602439;
    odd = odd * f2 + 0.041666666666572888;
    odd = odd * f2 + 0.5;
    return power.number * (f * (odd * f + even) + 1);
}

#define gauss(y)       _Generic((y), float : gauss_single, double : gauss_double)(y)
#define scaled_erfc(t) _Generic((t), float : scaled_erfc_single, double : scaled_erfc_double)(t)

#endif

#endif
