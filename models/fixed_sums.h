/*
 * Sums in fixed point, as integers in units of 2^-FRACTION_BITS. Such sums are exact and do not
 * depend on the order. With 32 bits, a component of a pair's force and half of its energy have to
 * be below 2^31 units; larger values become the largest number on a GPU, and the smallest on a CPU.
 * The sums of a particle wrap around beyond 2^31 units.
 */
#ifndef PAIRLANES_MODELS_FIXED_SUMS_H
#define PAIRLANES_MODELS_FIXED_SUMS_H

#include "models/real.h"

#ifdef __CUDACC__
#define SUM_FUNCTION static __device__ __forceinline__
#else
#define SUM_FUNCTION static inline __attribute__((always_inline))
#endif

/** Converts a component of a pair's force or torque to the type of sums. */
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
        units); /* rounding and conversion are separate: each has a vector instruction */
#endif
#endif
}

/**
 * Converts the energy of a pair to an even number of units. Each of the two particles then gets
 * exactly half.
 */
SUM_FUNCTION fixed_point energy_to_sum(real energy)
{
    return 2 * to_sum(energy / 2);
}

#endif
