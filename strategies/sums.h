/*
 * What forces, torques and energies are summed in. A unit is compiled with SUM as its type, beside
 * REAL of the pair arithmetic (harness/precision_table.h).
 */
#ifndef PAIRLANES_STRATEGIES_SUMS_H
#define PAIRLANES_STRATEGIES_SUMS_H

#ifdef __CUDACC__
#define SUM_FUNCTION static __device__ __forceinline__
#else
#define SUM_FUNCTION static inline __attribute__((always_inline))
#endif

/** Three sums. */
struct sum3 {
    SUM x, y, z;
};

/** A component of a pair's force or torque as it is summed. */
SUM_FUNCTION SUM to_sum(REAL value)
{
    return (SUM)value;
}

#endif
