/*
 * Vector variants of C library functions, for users' models and for forms of bonded terms. Loops
 * over the lanes of a vector call them instead of the scalar functions. They are in glibc's libmvec
 * for x86-64. Their errors are at most 4 units in the last place. The compiler includes this file
 * before a kernel (cpu_kernel.c).
 */
#ifndef PAIRLANES_VECTOR_MATH_H
#define PAIRLANES_VECTOR_MATH_H

#include <math.h>

#if defined(__x86_64__) && defined(__GLIBC__)
#define VECTOR_VARIANTS __attribute__((simd("notinbranch"), const))
#define VECTOR_FUNCTION(name)                                                                      \
    VECTOR_VARIANTS extern double name(double);                                                    \
    VECTOR_VARIANTS extern float name##f(float);

VECTOR_FUNCTION(exp)
VECTOR_FUNCTION(log)
VECTOR_FUNCTION(sin)
VECTOR_FUNCTION(cos)
VECTOR_VARIANTS extern double pow(double, double);
VECTOR_VARIANTS extern float powf(float, float);
#if __GLIBC_PREREQ(2, 35)
VECTOR_FUNCTION(acos)
VECTOR_FUNCTION(erfc)
VECTOR_VARIANTS extern double atan2(double, double);
VECTOR_VARIANTS extern float atan2f(float, float);
#endif

#undef VECTOR_FUNCTION
#undef VECTOR_VARIANTS

#ifdef VECTOR_PAIRS
#include "models/exponential.h"
#endif
#endif

#endif
