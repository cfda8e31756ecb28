/* Origin of a number in the results. */
#pragma once

#include "harness/report/tables/ranking.h"

#include <stdio.h>

/**
 * Writes the value of a column for a case, or of another member of the results, its formula, and
 * the members in the formula with their values and formulas; for limits also the basis of their
 * number. Columns of the tables of dynamics, branches and the fastest are written without value.
 * `name` is the id of a timed case, or a part of it that is unique. EXIT_USAGE for an unknown case
 * or column.
 */
bool explain_write(FILE *stream, const struct records *records, enum ranked by, const char *name,
                   const char *column, struct error *error);
