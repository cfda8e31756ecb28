/* Exports results as flat tables for other programs. */
#pragma once

#include "harness/base/table.h"
#include "harness/results/record.h"

#include <stdio.h>

/**
 * Writes a row per case and a column per value; each tuning value and each parameter of a model has
 * its own column, "tuning.lanes", "parameters.cutoff". The column "force_trusted" says whether the
 * time of the force can be trusted (harness/report/verdicts/trust.h), and "force_distrust" why not;
 * there are similar columns for steps and lists. A field is empty, or null, if the case lacks the
 * value. EXIT_USAGE for an unknown column.
 */
bool export_records(FILE *stream, const struct records *records, struct table_style *style,
                    struct error *error);
