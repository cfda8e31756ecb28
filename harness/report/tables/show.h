/* Shows results as tables for people. */
#pragma once

#include "harness/base/error.h"
#include "harness/base/table.h"
#include "harness/report/tables/ranking.h"

#include <cjson/cJSON.h>
#include <stdio.h>

/**
 * Writes tables for people: one per system, precision and device with the time of every case. Then
 * writes the cases without a time and why, and the summary (summary.h). A brief style has only the
 * summary. For programs, writes one table of the timed cases. EXIT_USAGE if a column is unknown.
 */
bool show_records(FILE *stream, const struct records *records, enum ranked by,
                  struct table_style *style, struct error *error);

/**
 * Prints for every system the share of pairs within the cut-off that takes each branch of the
 * model. Prints for each mapping how many lanes of a warp are active in that branch. EXIT_USAGE if
 * no case has branches.
 */
bool show_branches(FILE *stream, const struct records *records, struct error *error);

/**
 * Shows a document of results as show_records does, ranked by the default time. Prints the error if
 * that fails.
 */
void show_table(FILE *stream, const cJSON *results, struct table_style *style);
