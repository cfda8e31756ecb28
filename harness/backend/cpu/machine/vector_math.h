/*
 * Vector variants of C library functions, for kernels of models outside the tree and for forms of
 * bonded terms. Loops over the lanes of a vector call them in the place of the scalar function.
 * glibc's libmvec has them for x86-64, with errors of at most 4 units in the last place. Compilers
 * read this before a kernel (cpu_kernel.c).
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

/*
 * Pair functions get an exponential without a call: libmvec's keeps no registers, and calls the
 * scalar function for each lane whose result underflows, as those of padding do. It is 0 below, and
 * infinite above, what gauss takes.
 */
#ifdef VECTOR_PAIRS
#include "models/allatom/screened.h"
#undef gauss
#undef scaled_erfc

#define EXPONENTIAL(name, type, function, least, most)                                             \
    static inline __attribute__((always_inline)) type name(type x)                                 \
    {                                                                                              \
        const type result = function(-x);                                                          \
        return x >= least ? (x <= most ? result : (type)INFINITY) : x == x ? 0 : x;                \
    }

EXPONENTIAL(exponential_single, float, gauss_single, -87, 88)
EXPONENTIAL(exponential_double, double, gauss_double, -708, 709)
#undef EXPONENTIAL
#undef exp
#define exp(x) _Generic((x), float : exponential_single, default : exponential_double)(x)
#endif
#endif

#endif
