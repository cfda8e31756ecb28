/*
 * Number types and functions for kernels in C and CUDA C. Kernels are compiled with REAL as the
 * type of the pair arithmetic. SUM is the type in which forces, torques and energies are summed
 * (harness/catalog/precision_table.h). SUM may be fixed_point (models/fixed_sums.h).
 */
#ifndef PAIRLANES_MODELS_REAL_H
#define PAIRLANES_MODELS_REAL_H

#ifdef FIXED_MATH
#include "models/fixed.h"
typedef struct fixed real;
typedef int fixed_point;
#else
typedef REAL real;
typedef long long fixed_point;
#endif

#ifdef __CUDACC__
#define MODEL_FUNCTION      static __device__ __forceinline__
#define MODEL_ALIGNED(size) alignas(size)
#define MODEL_UNROLL        _Pragma("unroll") /* keeps arrays that a loop indexes in registers */
#else
#include <stdbool.h>
#include <tgmath.h> /* sqrt and similar functions follow the type of their argument, as in CUDA */
#ifdef FIXED_MATH   /* not inlined, because inlining takes the compiler a minute */
#define MODEL_FUNCTION static inline
#else
#define MODEL_FUNCTION static inline __attribute__((always_inline))
#endif
#define MODEL_ALIGNED(size)
#define MODEL_UNROLL
#endif

/** Returns a b + c; the compiler may round once or twice. If sums are in fixed point, a GPU always
 * rounds once, because these sums must be equal in all kernels. */
MODEL_FUNCTION real multiply_add(real a, real b, real c)
{
#if defined(__CUDACC__) && defined(FRACTION_BITS) && !defined(FIXED_MATH)
    return fma(a, b, c);
#else
    return a * b + c;
#endif
}

struct vector {
    real x, y, z;
};

MODEL_FUNCTION struct vector vector(real x, real y, real z)
{
    struct vector v = {x, y, z};
    return v;
}

#endif
