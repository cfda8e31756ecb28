/* Where a number of the results comes from. */
#ifndef PAIRLANES_EXPLAIN_H
#define PAIRLANES_EXPLAIN_H

#include "harness/report/tables/ranking.h"

#include <stdio.h>

/**
 * Writes the value of a column for a case, or of a member of the results that is none, its formula,
 * and the members that it is made of with their values and formulas; of limits the basis of their
 * number. `name` is the id of a timed case
 * or a part of it that no other has. EXIT_USAGE for a case or a column that there is not.
 */
bool explain_write(FILE *stream, const struct records *records, enum ranked by, const char *name,
                   const char *column, struct error *error);

#endif
