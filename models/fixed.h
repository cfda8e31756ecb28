/*
 * Numbers in 32-bit fixed point, with 16 bits before the point and 16 after it, for the precision
 * `fixed_math`. Written in C++ for its operators, so CPU kernels in this precision are also C++.
 *
 * A product keeps 64 bits until it is used, and is then rounded to 2^-16. Beyond 2^15, sums,
 * products and quotients wrap around; a sum of products, such as a squared distance, saturates at
 * the largest number, so that distant particles remain distant. Division by zero divides by 2^-16
 * instead. Square roots are computed in 32-bit floating point: its 24 bits are enough for every
 * root.
 *
 * A. Shkurti et al., J. Comput. Chem. 34, 803 (2013), sec. 9.2, used fixed point, but do not state
 * the number of bits after the point.
 */
#ifndef PAIRLANES_MODELS_FIXED_H
#define PAIRLANES_MODELS_FIXED_H

#ifdef __CUDACC__
#define FIXED_FUNCTION __device__ __forceinline__
#else
#include <math.h>
#define FIXED_FUNCTION inline __attribute__((always_inline))
#endif

struct fixed {
    int units; /* value in units of 2^-16 */

    fixed() = default;
    FIXED_FUNCTION constexpr fixed(int whole) : units(whole * 65536)
    {
    }
    /** Makes a constant; the compiler rounds it, so that no conversion remains at run time. */
    FIXED_FUNCTION constexpr fixed(double number)
        : units((int)(number * 65536 + (number < 0 ? -0.5 : 0.5)))
    {
    }
    FIXED_FUNCTION fixed(float number)
#ifdef __CUDACC__
        : units(__float2int_rn(number * 65536))
#else
        : units((int)rintf(number * 65536))
#endif
    {
    }
    FIXED_FUNCTION explicit operator int() const
    {
        return units >> 16;
    }
    static FIXED_FUNCTION fixed of(int units)
    {
        fixed number;
        number.units = units;
        return number;
    }
};

/** A product, in units of 2^-32. */
struct fixed_product {
    long long units;

    FIXED_FUNCTION operator fixed() const
    {
        return fixed::of((int)((units + 0x8000) >> 16));
    }
};

/** A sum of products. */
struct fixed_products {
    long long units;

    FIXED_FUNCTION operator fixed() const
    {
        const long long rounded = (units + 0x8000) >> 16;
        return fixed::of(rounded > 0x7fffffff    ? 0x7fffffff
                         : rounded < -0x7fffffff ? -0x7fffffff
                                                 : (int)rounded);
    }
};

FIXED_FUNCTION fixed operator-(fixed a)
{
    return fixed::of((int)-(unsigned)a.units);
}

FIXED_FUNCTION fixed operator+(fixed a, fixed b)
{
    return fixed::of((int)((unsigned)a.units + (unsigned)b.units));
}

FIXED_FUNCTION fixed operator-(fixed a, fixed b)
{
    return fixed::of((int)((unsigned)a.units - (unsigned)b.units));
}

FIXED_FUNCTION fixed_product operator*(fixed a, fixed b)
{
    return {(long long)a.units * b.units};
}

FIXED_FUNCTION fixed operator*(int a, fixed b)
{
    return fixed::of((int)((unsigned)a * (unsigned)b.units));
}

FIXED_FUNCTION fixed operator*(fixed a, int b)
{
    return b * a;
}

FIXED_FUNCTION fixed_products operator+(fixed_product a, fixed_product b)
{
    return {a.units + b.units};
}

FIXED_FUNCTION fixed_products operator-(fixed_product a, fixed_product b)
{
    return {a.units - b.units};
}

FIXED_FUNCTION fixed_products operator+(fixed_products a, fixed_product b)
{
    return {a.units + b.units};
}

FIXED_FUNCTION fixed_products operator-(fixed_products a, fixed_product b)
{
    return {a.units - b.units};
}

/**
 * Chains of multiply_add (models/real.h) stay sums of products until their end. If they were
 * rounded earlier, the square of a long distance would wrap around to a small number.
 */
FIXED_FUNCTION fixed_products multiply_add(fixed a, fixed b, fixed_product c)
{
    return a * b + c;
}

FIXED_FUNCTION fixed_products multiply_add(fixed a, fixed b, fixed_products c)
{
    return c + a * b;
}

FIXED_FUNCTION fixed operator/(fixed a, fixed b)
{
    return fixed::of((int)((long long)a.units * 65536 / (b.units != 0 ? b.units : 1)));
}

FIXED_FUNCTION fixed operator/(fixed a, int b)
{
    return fixed::of(a.units / b);
}

/**
 * Divides an integer by a fixed-point number. It uses a 32-bit division, which is faster on a GPU
 * than a 64-bit one.
 */
FIXED_FUNCTION fixed operator/(int a, fixed b)
{
    const unsigned size = b.units < 0 ? -(unsigned)b.units : b.units != 0 ? b.units : 1;
    unsigned quotient = 0xffffffff / size;
    quotient += 0xffffffff - quotient * size >= size / 2 + size % 2;
    const int reciprocal = quotient > 0x7fffffff ? 0x7fffffff : (int)quotient;
    return a * fixed::of(b.units < 0 ? -reciprocal : reciprocal);
}

/* integers can be combined with fixed-point numbers, floating-point numbers cannot */
FIXED_FUNCTION fixed operator*(double a, fixed b) = delete;
FIXED_FUNCTION fixed operator*(fixed a, double b) = delete;
FIXED_FUNCTION fixed operator/(double a, fixed b) = delete;
FIXED_FUNCTION fixed operator/(fixed a, double b) = delete;

FIXED_FUNCTION fixed &operator+=(fixed &a, fixed b)
{
    return a = a + b;
}

FIXED_FUNCTION fixed &operator-=(fixed &a, fixed b)
{
    return a = a - b;
}

FIXED_FUNCTION fixed &operator*=(fixed &a, fixed b)
{
    return a = a * b;
}

FIXED_FUNCTION bool operator<(fixed a, fixed b)
{
    return a.units < b.units;
}

FIXED_FUNCTION bool operator<=(fixed a, fixed b)
{
    return a.units <= b.units;
}

FIXED_FUNCTION bool operator>=(fixed a, fixed b)
{
    return a.units >= b.units;
}

FIXED_FUNCTION constexpr bool operator==(fixed a, fixed b)
{
    return a.units == b.units;
}

FIXED_FUNCTION constexpr bool operator!=(fixed a, fixed b)
{
    return a.units != b.units;
}

FIXED_FUNCTION fixed sqrt(fixed a)
{
    return fixed::of(a.units > 0 ? (int)(sqrtf((float)a.units) * 256 + 0.5f) : 0);
}

#endif
