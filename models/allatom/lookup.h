/*
 * The force of a pair from a table, with the product `charges` of charges:
 *
 *   F / r = 48 eps sigma^12 A + 24 eps sigma^6 B + charges C
 *
 * linear   A, B, C at r = N / (i + 1/2) A, i = 0 ... N - 1, N = 4,096, linear in 1/r between them;
 *          the last entry for r < 1 A
 * texture  the same table, interpolated by a GPU's texture unit with 8-bit weights (texture.h)
 * cubic    U_A, U_B, U_C as functions of r^2, 64 windows per power of two, the first at 1/16 A^2;
 *          each is a cubic through energies and slopes at its ends; F / r = -2 dU/d(r^2). Exponent
 *          and highest bits of r^2 select the window.
 *
 * J. C. Phillips et al., SC07 (2007) have `texture` for GPUs and `cubic` for CPUs. Their entries
 * are zero beyond the cut-off; here the functions continue, so that no interpolation crosses a
 * jump. Kernels find the table by the variables of models/lookup.h.
 */
#ifndef PAIRLANES_MODELS_ALLATOM_LOOKUP_H
#define PAIRLANES_MODELS_ALLATOM_LOOKUP_H

#ifndef __CUDACC__
#include "models/texture.h"
#endif

enum {
    LINEAR_ENTRIES = 4096,
    LINEAR_NUMBERS = 4, /* A, B, C, and a fourth number to make a vector */
    CUBIC_BITS = 6,     /* log2 of the windows per power of two */
    CUBIC_LOWEST = -4,  /* log2 of r^2 at which the first window begins */
    CUBIC_NUMBERS = 12  /* three coefficients of the slope, each a vector A, B, C, 0 */
};

/** The values A, B, C at a distance. */
struct looked_up {
    real a, b, c;
};

#ifdef __CUDACC__
/** A vector of numbers, read by one load. */
struct table_vector {
    MODEL_ALIGNED(4 * sizeof(real))
    real a;
    real b, c, d;
};
#define TABLE_VECTOR(at) (*(const struct table_vector *)(pairlanes_table + (at)))
#else
struct table_vector {
    real a, b, c;
};

MODEL_FUNCTION struct table_vector table_vector(int at)
{
    const struct table_vector vector = {pairlanes_table[at], pairlanes_table[at + 1],
                                        pairlanes_table[at + 2]};
    return vector;
}
#define TABLE_VECTOR(at) table_vector(at)
#endif

MODEL_FUNCTION struct looked_up linear_lookup(real per_r)
{
    const real last = LINEAR_ENTRIES - 1;
    struct looked_up found;
    real place = LINEAR_ENTRIES * per_r - (real)0.5;
    place = place < last ? place : last;
    int below = (int)place;
    below = below < LINEAR_ENTRIES - 2 ? below : LINEAR_ENTRIES - 2;
    real weight = place - (real)below;
    const struct table_vector from = TABLE_VECTOR(LINEAR_NUMBERS * below);
    const struct table_vector to = TABLE_VECTOR(LINEAR_NUMBERS * (below + 1));
    found.a = from.a + weight * (to.a - from.a);
    found.b = from.b + weight * (to.b - from.b);
    found.c = from.c + weight * (to.c - from.c);
    return found;
}

/** Looks up like linear_lookup, by a texture unit. On the host, `texture` emulates the unit. */
#ifdef __CUDACC__
MODEL_FUNCTION struct looked_up texture_lookup(real per_r)
{
    const float4 found = tex1D<float4>(pairlanes_texture, (float)per_r);
    return {(real)found.x, (real)found.y, (real)found.z};
}
#else
MODEL_FUNCTION struct looked_up texture_lookup(const struct texture *texture, real per_r)
{
    float found[TEXTURE_CHANNELS];
    texture_read(texture, (float)per_r, found);
    const struct looked_up parts = {found[0], found[1], found[2]};
    return parts;
}
#endif

/** A window of the table, and the distance of r^2 from its beginning. */
struct table_window {
    int index;
    real within;
};

MODEL_FUNCTION struct table_window table_window_of_single(float r2)
{
    union {
        float number;
        unsigned bits;
    } at, begin;
    struct table_window window;
    at.number = r2;
    begin.bits = at.bits >> (23 - CUBIC_BITS) << (23 - CUBIC_BITS);
    window.index = (int)(at.bits >> (23 - CUBIC_BITS)) - ((127 + CUBIC_LOWEST) << CUBIC_BITS);
    window.within = (real)(r2 - begin.number);
    return window;
}

MODEL_FUNCTION struct table_window table_window_of_double(double r2)
{
    union {
        double number;
        unsigned long long bits;
    } at, begin;
    struct table_window window;
    at.number = r2;
    begin.bits = at.bits >> (52 - CUBIC_BITS) << (52 - CUBIC_BITS);
    window.index = (int)(at.bits >> (52 - CUBIC_BITS)) - ((1023 + CUBIC_LOWEST) << CUBIC_BITS);
    window.within = (real)(r2 - begin.number);
    return window;
}

#ifdef __CUDACC__
MODEL_FUNCTION struct table_window table_window_of(float r2)
{
    return table_window_of_single(r2);
}

MODEL_FUNCTION struct table_window table_window_of(double r2)
{
    return table_window_of_double(r2);
}
#else
#define table_window_of(r2)                                                                        \
    _Generic((r2), float : table_window_of_single, double : table_window_of_double)(r2)
#endif

MODEL_FUNCTION struct looked_up cubic_lookup(real r2)
{
    const real lowest = (real)1 / (1 << -CUBIC_LOWEST);
    struct looked_up found;
    r2 = r2 > lowest ? r2 : lowest;
    const struct table_window window = table_window_of(r2);
    const int at = CUBIC_NUMBERS * window.index;
    const struct table_vector constant = TABLE_VECTOR(at), slope = TABLE_VECTOR(at + 4),
                              square = TABLE_VECTOR(at + 8);
    found.a = constant.a + window.within * (slope.a + window.within * square.a);
    found.b = constant.b + window.within * (slope.b + window.within * square.b);
    found.c = constant.c + window.within * (slope.c + window.within * square.c);
    return found;
}

#endif
