/* The answer in sentences: what is fastest, by how much, where that changes, and why. */
#ifndef PAIRLANES_SUMMARY_H
#define PAIRLANES_SUMMARY_H

#include "harness/base/table.h"
#include "harness/report/tables/ranking.h"

#include <stdio.h>

/**
 * Writes, for people, the fastest of each ranking with its margin over the next and whether their
 * intervals part them; in sentences where that changes with N or density, what binds the largest
 * case, and what the others lose by; and which times are not to be trusted, why, and what to do.
 * Where one of these may be lower than that of the fastest, there is no verdict.
 * EXIT_USAGE and EXIT_ENVIRONMENT as of table_write.
 */
bool summary_write(FILE *stream, const struct records *records, const struct rankings *rankings,
                   struct table_style *style, struct error *error);

#endif
