/*
 * Variables that kernels read to find the table of their model (`table_size` of
 * models/description.h). `pairlanes_table` is the address of the table. On a GPU,
 * `pairlanes_texture` is a texture object that reads it. The harness sets both before a kernel
 * runs. Models with a table include this file; the harness itself does not read tables.
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
