/* Where a number in the table of cases comes from. */
#ifndef PAIRLANES_EXPLAIN_H
#define PAIRLANES_EXPLAIN_H

#include "harness/report/tables/ranking.h"

#include <stdio.h>

/**
 * Writes the value of a column for a case, its formula, and the members that it is made of with
 * their values and formulas; of limits what their number rests on. `name` is the id of a timed case
 * or a part of it that no other has. EXIT_USAGE for a case or a column that there is not.
 */
bool explain_write(FILE *stream, const struct records *records, enum ranked by, const char *name,
                   const char *column, struct error *error);

#endif
