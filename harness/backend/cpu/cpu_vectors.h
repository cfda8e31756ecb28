/* Arrays of vectors of four numbers, as CPU kernels read and write them. */
#pragma once

#include "harness/catalog/precision.h"

#include <stdint.h>

enum { VECTOR = 4 }; /* numbers of a position and a force */

/** Writes three columns of n numbers each into the first three components of n vectors of REAL. */
void cpu_vectors_write_columns(enum precision precision, const double *const column[3], double grid,
                               int64_t n, void *vectors);

/** Writes n rows of four numbers as vectors of REAL. */
void cpu_vectors_write_rows(enum precision precision, const double *rows, int64_t n, void *vectors);

/**
 * Reads n vectors of SUM. Writes the first three components into rows of three numbers. If `fourth`
 * is not NULL, writes the last component there.
 */
void cpu_vectors_read(enum precision precision, const void *vectors, int64_t n, double *rows,
                      double *fourth);
