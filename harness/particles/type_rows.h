/* Rows of numbers that a model's pair function reads for each pair of types. */
#pragma once

#include "harness/base/error.h"
#include "harness/catalog/precision.h"
#include "harness/particles/force_field.h"

#include <stdint.h>

/** Rows, shared and read only. */
struct type_rows {
    int holders;
    int types;
    int numbers;   /* numbers of a row */
    double *value; /* types * types rows, that of p and q at [types * p + q] */
};

/**
 * Returns the coefficients of a pair of types: those of the pair in a force field, otherwise a
 * combination of those of its two types, in `mixed`; without a field, those of the model's types.
 * NULL: not known.
 */
const double *type_rows_coefficients(const struct model *model, const struct force_field *field,
                                     int p, int q, double mixed[MODEL_COEFFICIENTS]);

/**
 * Computes the rows of a model: from the coefficients of the pair in a force field, otherwise from
 * those of its two types; without a field, from those of the model's types. NULL with EXIT_USAGE
 * naming the types if there are none, or with EXIT_ENVIRONMENT.
 */
struct type_rows *type_rows_create(const struct model *model, const double *constants,
                                   const struct force_field *field, struct error *error);

/** Returns the row of two types; NULL: there are no rows. */
static inline const double *pair_row(const struct type_rows *rows, int p, int q)
{
    return rows == NULL ? NULL
                        : rows->value + (int64_t)rows->numbers * ((int64_t)rows->types * p + q);
}

/**
 * Returns the rows in the form of kernels, numbers of the precision's type, to be freed; NULL:
 * EXIT_ENVIRONMENT.
 */
void *type_rows_pack(const struct type_rows *rows, enum precision precision, struct error *error);

/** Returns the number of all values. */
int64_t type_rows_count(const struct type_rows *rows);

/** Adds a holder, and returns the rows; NULL stays NULL. */
struct type_rows *type_rows_share(struct type_rows *rows);

/** Removes a holder; the last one frees the rows. NULL is allowed. */
void type_rows_release(struct type_rows *rows);
