/*
 * Type in which forces, torques and energies are summed. A unit is compiled with SUM as its type,
 * and REAL as that of the pair arithmetic (harness/catalog/precision_table.h).
 *
 * SUM may be fixed_point, whole numbers of 2^-FRACTION_BITS: their sums are exact, so that no order
 * matters. With 32 bits a component of a pair's force and half of its energy have to be under 2^31:
 * beyond, a GPU takes the largest number, a CPU the smallest; what a particle's sums exceed 2^31 by
 * wraps around.
 */
#ifndef PAIRLANES_STRATEGIES_SUMS_H
#define PAIRLANES_STRATEGIES_SUMS_H

#ifdef __CUDACC__
#define SUM_FUNCTION static __device__ __forceinline__
#else
#include <math.h>
#define SUM_FUNCTION static inline __attribute__((always_inline))
#endif

#ifdef FRACTION_BITS
#ifdef FIXED_MATH
#include "models/fixed.h"
typedef int fixed_point;

/** Converts a component of a pair's force or torque for the sum. */
SUM_FUNCTION fixed_point to_sum(fixed value)
{
    return value.units;
}

/** Converts the energy of a pair to an even number, so that each of two particles can have half. */
SUM_FUNCTION fixed_point energy_to_sum(fixed energy)
{
    return 2 * to_sum(energy / 2);
}
#else
typedef long long fixed_point;

#ifdef MODEL_HEADER
#include MODEL_HEADER
#endif

/** Converts a component of a pair's force or torque for the sum. */
SUM_FUNCTION fixed_point to_sum(REAL value)
{
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
}

/** Converts the energy of a pair to an even number, so that each of two particles can have half. */
SUM_FUNCTION fixed_point energy_to_sum(REAL energy)
{
    return 2 * to_sum(energy / 2);
}
#endif

/** Returns the number of a sum. */
SUM_FUNCTION double from_sum(fixed_point sum)
{
    return (double)sum / (double)(1ULL << FRACTION_BITS);
}
#else
SUM_FUNCTION SUM to_sum(REAL value)
{
    return (SUM)value;
}

SUM_FUNCTION SUM energy_to_sum(REAL energy)
{
    return (SUM)energy;
}

SUM_FUNCTION double from_sum(SUM sum)
{
    return (double)sum;
}
#endif

/** A vector of three sums. */
struct sum3 {
    SUM x, y, z;
};

#endif
