/* Rows of coefficients that a model's pair function reads for each pair of types. */
#pragma once

#include "harness/base/error.h"
#include "harness/catalog/precision.h"
#include "harness/particles/force_field.h"

#include <stdint.h>

/** Rows of all pairs of types; several holders share them, and do not change them. */
struct type_rows {
    int holders;
    int types;
    int numbers;   /* numbers per row */
    double *value; /* types * types rows; row types * p + q belongs to types p and q */
};

/**
 * Returns the coefficients of a pair of types. With a force field, returns the pair's coefficients.
 * If the field has none for the pair, combines the two types' coefficients in `mixed`. Without a
 * force field, uses the model's types. NULL: unknown.
 */
const double *type_rows_coefficients(const struct model *model, const struct force_field *field,
                                     int p, int q, double mixed[MODEL_COEFFICIENTS]);

/**
 * Computes the rows of a model from the coefficients of type_rows_coefficients. NULL with
 * EXIT_USAGE and the types if coefficients are unknown. NULL with EXIT_ENVIRONMENT if memory runs
 * out.
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
 * Returns the rows in the form that kernels read, in the number type of the precision. The caller
 * frees them. NULL with EXIT_ENVIRONMENT if memory runs out.
 */
void *type_rows_pack(const struct type_rows *rows, enum precision precision, struct error *error);

/** Returns the number of values in all rows. */
int64_t type_rows_count(const struct type_rows *rows);

/** Adds a holder to rows, and returns them; NULL returns NULL. */
struct type_rows *type_rows_share(struct type_rows *rows);

/** Removes a holder; the last one frees the rows, which may be NULL. */
void type_rows_release(struct type_rows *rows);
