/* Writes claims and their verdicts for people and for programs. */
#pragma once

#include "harness/base/table.h"
#include "harness/report/verdicts/claims.h"

#include <cjson/cJSON.h>
#include <stdio.h>

/* Writes the claims: as text paragraphs, as JSON by results/claims.schema.json, otherwise as a
 * table. EXIT_USAGE if a column is unknown. */
bool claims_report(FILE *stream, const struct claims *claims, struct table_style *style,
                   struct error *error);

/** Returns the claims as a list in the JSON of claims_report. The caller deletes it. */
cJSON *claims_json(const struct claims *claims);
