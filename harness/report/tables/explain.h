/* Explains how a number in the results was computed. */
#pragma once

#include "harness/report/tables/ranking.h"

#include <stdio.h>

/**
 * Writes the value of a column for a case, or of another member of the results, with its formula,
 * and then the members in the formula with their values and formulas. For limits it also writes on
 * what the number is based. Columns of the tables of dynamics, branches and the fastest cases are
 * written without a value. `name` is the id of a timed case, or a part of it that no other id has.
 * EXIT_USAGE for an unknown case or column.
 */
bool explain_write(FILE *stream, const struct records *records, enum ranked by, const char *name,
                   const char *column, struct error *error);
