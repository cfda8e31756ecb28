/* Exports results as flat tables for other programs. */
#pragma once

#include "harness/base/table.h"
#include "harness/results/record.h"

#include <stdio.h>

/**
 * Writes a row per case and a column per value. Each tuning value and each parameter of a model has
 * a separate column, "tuning.lanes", "parameters.cutoff". The column "force_trusted" shows whether
 * the force time can be trusted (harness/report/verdicts/trust.h); "force_distrust" has the reason
 * if it cannot. There are similar columns for steps and lists. A field is empty, or null, if the
 * case lacks the value. EXIT_USAGE if a column is unknown.
 */
bool export_records(FILE *stream, const struct records *records, struct table_style *style,
                    struct error *error);
