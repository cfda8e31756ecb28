/* Makes results/schema.json from the tables of members. */
#ifndef PAIRLANES_RESULTS_SCHEMA_H
#define PAIRLANES_RESULTS_SCHEMA_H

#include <cjson/cJSON.h>

/** The JSON Schema of results. The caller deletes it. */
cJSON *results_schema(void);

#endif
