/* Explains how a number in the results was computed. */
#pragma once

#include "harness/report/tables/ranking.h"

#include <stdio.h>

/**
 * Writes a case's value in a column, or another member of the results, with its formula. Then
 * writes the members in the formula with their values and formulas. For limits it also writes the
 * basis of the number. Columns of the tables of dynamics, branches and the fastest cases are
 * written without a value. `name` is the id of a timed case, or a part that no other id contains.
 * EXIT_USAGE if the case or column is unknown.
 */
bool explain_write(FILE *stream, const struct records *records, enum ranked by, const char *name,
                   const char *column, struct error *error);
