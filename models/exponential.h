/*
 * Inline exp(x) for the pair functions of models outside this repository. The exp of libmvec is a
 * call that preserves no registers. It calls the scalar function for each lane that underflows,
 * which is common in padding. Errors are at most 2 units in the last place. The result is 0 below
 * and infinite above the range of gauss in screened.h.
 */
#ifndef PAIRLANES_MODELS_EXPONENTIAL_H
#define PAIRLANES_MODELS_EXPONENTIAL_H

#include "models/allatom/screened.h"
#undef gauss
#undef scaled_erfc

#include <math.h>

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
