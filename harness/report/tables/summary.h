/*
 * Summarizes results in sentences: the fastest strategy and its margin, where they change, and why.
 */
#pragma once

#include "harness/base/table.h"
#include "harness/report/tables/ranking.h"

#include <stdio.h>

/**
 * Writes a table of the fastest case of each ranking, with its margin over the second and whether
 * their intervals overlap. Then writes sentences: where the fastest case changes with N or density,
 * what limits it in the largest system, and why others are slower. Lists times that cannot be
 * trusted, with reason and remedy. If such a time may be the shortest, there is no verdict.
 * EXIT_USAGE as for table_write.
 */
bool summary_write(FILE *stream, const struct records *records, const struct rankings *rankings,
                   struct table_style *style, struct error *error);
