/* Summary in sentences: the fastest strategy, its margin, where that changes, and why. */
#pragma once

#include "harness/base/table.h"
#include "harness/report/tables/ranking.h"

#include <stdio.h>

/**
 * Writes, for people, the fastest of each ranking, with its margin over the next and whether their
 * intervals overlap; then, in sentences, where that changes with N or density, the limit of the
 * largest case, why the others are slower, and which times cannot be trusted, with reason and
 * remedy. If one of these may be lower than that of the fastest, there is no verdict. EXIT_USAGE as
 * of table_write.
 */
bool summary_write(FILE *stream, const struct records *records, const struct rankings *rankings,
                   struct table_style *style, struct error *error);
