/*
 * Tables that kernels of a model look up (`table_size` of struct model): numbers that follow from
 * its constants, but are too many to be constants.
 */
#pragma once

#include "harness/base/error.h"
#include "harness/catalog/model.h"
#include "harness/catalog/precision.h"

#include <stdint.h>

/** Returns the size of the table for these constants; 0: none. */
int64_t model_table_size(const struct model *model, const double *constants);

/** Whether kernels read the table through a texture unit: vectors of four numbers, normalized. */
bool model_table_texture(const struct model *model, const double *constants);

/** Numbers in a vector of a texture. */
enum { MODEL_TABLE_VECTOR = 4 };

/**
 * Whether a backend has kernels that use a table with these constants in a precision.
 * EXIT_ENVIRONMENT with the reason if not: only GPUs have texture units, and only for 32-bit
 * numbers.
 */
bool model_table_serves(const struct model *model, const double *constants,
                        enum precision precision, bool gpu, struct error *error);

/** The same numbers in the precision's type, to be freed; NULL, EXIT_ENVIRONMENT without memory. */
void *model_table_build(const struct model *model, const double *constants,
                        enum precision precision, struct error *error);

/** Returns the tolerance of the relative RMS force error: that of the precision, and that of the
 * table. */
double model_table_tolerance(const struct model *model, const double *constants,
                             enum precision precision);

/** Names of the variables in which a kernel has the address of its table, or its texture. */
#define MODEL_TABLE_SYMBOL   "pairlanes_table"
#define MODEL_TEXTURE_SYMBOL "pairlanes_texture"
