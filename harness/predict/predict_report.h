/* Predictions as tables and as JSON, marked as predicted. */
#pragma once

#include "harness/base/error.h"
#include "harness/base/table.h"
#include "harness/predict/predict_cases.h"

#include <cjson/cJSON.h>
#include <stdio.h>

enum { PREDICT_SCHEMA = 1 };

/**
 * Prints a row per case, the cases of a group together and in their order. EXIT_USAGE,
 * EXIT_ENVIRONMENT.
 */
bool predict_print(const struct predictions *predictions, const struct ceilings *ceilings,
                   FILE *stream, struct table_style *style, struct error *error);

/** Makes a document of all predictions. `estimated`: the ceilings are estimates. The caller deletes
 * it. */
cJSON *predict_json(const struct predictions *predictions, const char *device, bool estimated);
