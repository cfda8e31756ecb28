/* Results as flat tables for other programs. */
#pragma once

#include "harness/base/table.h"
#include "harness/results/record.h"

#include <stdio.h>

/**
 * Writes a row per case and a column per value; each tuning value and each parameter of a model has
 * its own column, "tuning.lanes", "parameters.cutoff". Columns "force_trusted" and
 * "force_distrust", and the same for steps and lists, give whether a time can be trusted
 * (harness/report/verdicts/trust.h), and the reason if not. A field is empty, or null, if the case
 * lacks the value. EXIT_USAGE for an unknown column.
 */
bool export_records(FILE *stream, const struct records *records, struct table_style *style,
                    struct error *error);
