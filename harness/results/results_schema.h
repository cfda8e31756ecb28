/* results/schema.json, out of the tables of members. */
#ifndef PAIRLANES_RESULTS_SCHEMA_H
#define PAIRLANES_RESULTS_SCHEMA_H

#include <cjson/cJSON.h>

/** The JSON Schema of results; the caller deletes. */
cJSON *results_schema(void);

#endif
