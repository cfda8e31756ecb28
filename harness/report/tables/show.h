/* Shows results as tables for people. */
#pragma once

#include "harness/base/error.h"
#include "harness/base/table.h"
#include "harness/report/tables/ranking.h"

#include <cjson/cJSON.h>
#include <stdio.h>

/**
 * Writes, for people, a table per system, precision and device with the time of every case, the
 * cases without a time with their reasons, and the summary (summary.h); a brief style has only the
 * summary. For programs it is one table of the timed cases. EXIT_USAGE for an unknown column.
 */
bool show_records(FILE *stream, const struct records *records, enum ranked by,
                  struct table_style *style, struct error *error);

/**
 * Prints for every system the share of the pairs within the cut-off that takes each branch of the
 * model, and how many lanes of a warp each mapping has active there. EXIT_USAGE if no case has
 * branches.
 */
bool show_branches(FILE *stream, const struct records *records, struct error *error);

/** Shows one results document as show_records does, by the default time. If that fails, prints the
 * error instead. */
void show_table(FILE *stream, const cJSON *results, struct table_style *style);
