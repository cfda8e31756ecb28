/*
 * What every model header starts from. A model compiles as C11 and as CUDA C, once per precision:
 * the unit that includes it defines REAL. Of a model `m` the kernels use
 *   struct m_constants    the constants of the pair function, all of type `real`;
 *   m_pair(c, dx, dy, dz, f)   r = r_q - r_p; fills force on q and energy, zero if there are none,
 *                              and returns whether the pair interacts. r is never zero.
 * With MODEL_DESCRIBE defined, the header also gives the harness its description `m_model`.
 */
#ifndef PAIRLANES_MODELS_MODEL_H
#define PAIRLANES_MODELS_MODEL_H

typedef REAL real;

#ifdef __CUDACC__
#define MODEL_FUNCTION static __device__ __forceinline__
#else
#include <stdbool.h>
#include <tgmath.h> /* sqrt and its kin follow the type of their argument, as in CUDA */
#define MODEL_FUNCTION static inline __attribute__((always_inline))
#endif

/** The force on particle q of a pair, and the pair's energy. */
struct pair_force {
    real x, y, z;
    real energy;
};

#endif
