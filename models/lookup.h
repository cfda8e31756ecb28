/*
 * Variables by which kernels find the numbers that their model looks up (`table_size` of
 * models/description.h): `pairlanes_table` is the address of the first, and on a GPU
 * `pairlanes_texture` reads them through a texture unit. The harness sets both before a kernel
 * runs. A model that looks up includes this file; the harness itself looks up nothing.
 */
#ifndef PAIRLANES_MODELS_LOOKUP_H
#define PAIRLANES_MODELS_LOOKUP_H

#include "models/real.h"

#if !defined(MODEL) || defined(MODEL_DESCRIBE)
#include <stddef.h>
static const real *const pairlanes_table = NULL;
#elif defined(__CUDACC__)
extern "C" {
__constant__ const real *pairlanes_table;
__constant__ cudaTextureObject_t pairlanes_texture;
}
#else
extern const real *pairlanes_table;
const real *pairlanes_table;
#endif

#endif
