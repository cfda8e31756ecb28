/* Prints predictions as tables and makes JSON of them, marked as predicted. */
#pragma once

#include "harness/base/error.h"
#include "harness/base/table.h"
#include "harness/predict/predict_cases.h"

#include <cjson/cJSON.h>
#include <stdio.h>

enum { PREDICT_SCHEMA = 1 };

/**
 * Prints a row per case, by groups and ranks. Errors: EXIT_USAGE, EXIT_ENVIRONMENT.
 */
bool predict_print(const struct predictions *predictions, const struct ceilings *ceilings,
                   FILE *stream, struct table_style *style, struct error *error);

/**
 * Makes a JSON document of all predictions; the caller deletes it. `estimated`: the ceilings are
 * estimates.
 */
cJSON *predict_json(const struct predictions *predictions, const char *device, bool estimated);
