/*
 * Sums in fixed point: whole numbers of 2^-FRACTION_BITS, whose sums are exact, so that no order
 * matters. With 32 bits a component of a pair's force and half of its energy have to be below 2^31:
 * beyond, a GPU takes the largest number, and a CPU the smallest. A particle's sums wrap around
 * beyond 2^31.
 */
#ifndef PAIRLANES_MODELS_FIXED_SUMS_H
#define PAIRLANES_MODELS_FIXED_SUMS_H

#include "models/real.h"

#ifdef __CUDACC__
#define SUM_FUNCTION static __device__ __forceinline__
#else
#define SUM_FUNCTION static inline __attribute__((always_inline))
#endif

/** Converts a component of a pair's force or torque for the sum. */
SUM_FUNCTION fixed_point to_sum(real value)
{
#ifdef FIXED_MATH
    return value.units;
#else
#ifdef MODEL_IN_UNITS
    const REAL units = value;
#else
    const REAL units = value * (REAL)(1ULL << FRACTION_BITS);
#endif
#ifdef __CUDACC__
    return llrintf(units);
#else
    return (fixed_point)rintf(
        units); /* two steps, both of which compilers turn into vector instructions */
#endif
#endif
}

/** Converts the energy of a pair to an even number, so that each of two particles can have half. */
SUM_FUNCTION fixed_point energy_to_sum(real energy)
{
    return 2 * to_sum(energy / 2);
}

#endif
