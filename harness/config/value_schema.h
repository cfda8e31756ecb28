/* JSON Schemas of those config values that the tables of keys cannot describe. */
#ifndef PAIRLANES_VALUE_SCHEMA_H
#define PAIRLANES_VALUE_SCHEMA_H

#include <cjson/cJSON.h>

/** The schema of a name in a table, and of a value that is not a list. */
#define NAME   "{\"type\": \"string\", \"pattern\": \"^[a-z0-9_]+$\"}"
#define SCALAR "{\"type\": [\"number\", \"string\"]}"

/** Each gives the schema of the value of one key. The caller deletes it. */
cJSON *config_parameters_schema(void);
cJSON *config_tuning_schema(void);
cJSON *config_full_schema(void);
cJSON *config_metrics_schema(void);
cJSON *config_ratio_schema(void);
cJSON *config_side_schema(void);

#endif
