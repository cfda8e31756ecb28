/* The numbers that a model computes with, of the precision's type REAL, in C and CUDA C alike. */
#ifndef PAIRLANES_MODELS_REAL_H
#define PAIRLANES_MODELS_REAL_H

#ifdef FIXED_MATH
#include "models/fixed.h"
typedef struct fixed real;
#else
typedef REAL real;
#endif

#ifdef __CUDACC__
#define MODEL_FUNCTION      static __device__ __forceinline__
#define MODEL_ALIGNED(size) alignas(size)
#define MODEL_UNROLL        _Pragma("unroll") /* keeps the arrays of a loop in registers */
#else
#include <stdbool.h>
#include <tgmath.h> /* sqrt and its kin follow the type of their argument, as in CUDA */
#ifdef FIXED_MATH   /* inlining all operators takes the compiler a minute */
#define MODEL_FUNCTION static inline
#else
#define MODEL_FUNCTION static inline __attribute__((always_inline))
#endif
#define MODEL_ALIGNED(size)
#define MODEL_UNROLL
#endif

/** a b + c, rounded once if the compiler likes; always on a GPU where it may not choose for itself,
 * so that sums in fixed point have the same bits in every kernel. */
MODEL_FUNCTION real multiply_add(real a, real b, real c)
{
#if defined(__CUDACC__) && defined(FRACTION_BITS) && !defined(FIXED_MATH)
    return fma(a, b, c);
#else
    return a * b + c;
#endif
}

/** The power of two that a pair function of MODEL_IN_UNITS multiplies its energies by, which rounds
 * nothing. */
#if defined(MODEL_IN_UNITS) && defined(FRACTION_BITS) && !defined(FIXED_MATH)
#define UNITS ((real)(1ULL << FRACTION_BITS))
#else
#define UNITS 1
#endif

#endif
