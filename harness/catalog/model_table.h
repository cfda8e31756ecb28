/*
 * Interpolation tables in kernels (`table_size` of struct model). The numbers follow from a model's
 * constants, but are too many for constants in the code.
 */
#pragma once

#include "harness/base/error.h"
#include "harness/catalog/model.h"
#include "harness/catalog/precision.h"

#include <stdint.h>

/** Returns the number of entries of the table for these constants; 0: no table. */
int64_t model_table_size(const struct model *model, const double *constants);

/**
 * Whether kernels read the table through a texture unit, as vectors of four numbers with normalized
 * coordinates.
 */
bool model_table_texture(const struct model *model, const double *constants);

/** Numbers per vector of a texture. */
enum { MODEL_TABLE_VECTOR = 4 };

/**
 * Whether a backend has kernels that use the table in a precision. EXIT_ENVIRONMENT if not; the
 * message has the reason. Only GPUs have texture units, and these only read 32-bit numbers.
 */
bool model_table_serves(const struct model *model, const double *constants,
                        enum precision precision, bool gpu, struct error *error);

/**
 * Returns the table in the type of the precision; the caller frees it. NULL with EXIT_ENVIRONMENT
 * if memory runs out.
 */
void *model_table_build(const struct model *model, const double *constants,
                        enum precision precision, struct error *error);

/**
 * Returns the tolerance of the relative RMS force error: the sum of the tolerances of precision and
 * table.
 */
double model_table_tolerance(const struct model *model, const double *constants,
                             enum precision precision);

/** Names of the variables that contain the address of a kernel's table, or its texture. */
#define MODEL_TABLE_SYMBOL   "pairlanes_table"
#define MODEL_TEXTURE_SYMBOL "pairlanes_texture"
