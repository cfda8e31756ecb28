/*
 * Emulates a GPU's texture unit on the CPU. It reads a one-dimensional array of texels T[0] … T[N -
 * 1] with linear filtering, a normalized coordinate u and clamped addressing (NVIDIA, CUDA C++
 * Programming Guide, "Texture Fetching"). It returns
 *
 *   (1 - a) T[i] + a T[i + 1],  x = N u - 1/2,  i = floor(x),  a = x - i
 *
 * a is in fixed point with 8 bits after the point and one before it. The guide does not specify its
 * rounding; here it is rounded to nearest. Compiles as C and C++.
 */
#ifndef PAIRLANES_MODELS_TEXTURE_H
#define PAIRLANES_MODELS_TEXTURE_H

#include <math.h>

enum { TEXTURE_CHANNELS = 4, TEXTURE_WEIGHT_BITS = 8 };

/** Texels of TEXTURE_CHANNELS numbers each. */
struct texture {
    const float *texel;
    int texels;
};

/** The two texels around a coordinate, and the weight of the second. */
struct texture_place {
    int below, above;
    float weight;
};

/**
 * Returns the two texels around coordinate u of a texture with `texels` texels (at least 1). If u
 * is NaN, it is treated as 0.
 */
static inline struct texture_place texture_place(int texels, float u)
{
    const float steps = 1 << TEXTURE_WEIGHT_BITS;
    const float x = (float)texels * fminf(fmaxf(u, 0), 1) - 0.5F, floor_of_x = floorf(x);
    const int i = (int)floor_of_x;
    const struct texture_place place = {i < 0 ? 0 : i, i + 1 < texels ? i + 1 : texels - 1,
                                        rintf((x - floor_of_x) * steps) / steps};
    return place;
}

/** Computes the value that a texture unit returns at u. */
static inline void texture_read(const struct texture *texture, float u,
                                float found[TEXTURE_CHANNELS])
{
    const struct texture_place place = texture_place(texture->texels, u);
    const float *below = texture->texel + (long)TEXTURE_CHANNELS * place.below;
    const float *above = texture->texel + (long)TEXTURE_CHANNELS * place.above;
    for (int k = 0; k < TEXTURE_CHANNELS; k++)
        found[k] = (1 - place.weight) * below[k] + place.weight * above[k];
}

#endif
