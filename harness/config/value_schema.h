/* JSON Schema of values of a config that the tables of keys cannot tell. */
#ifndef PAIRLANES_VALUE_SCHEMA_H
#define PAIRLANES_VALUE_SCHEMA_H

#include <cjson/cJSON.h>

/** The schema of a name that a table has, and of a value that is no list. */
#define NAME   "{\"type\": \"string\", \"pattern\": \"^[a-z0-9_]+$\"}"
#define SCALAR "{\"type\": [\"number\", \"string\"]}"

/** Of the value of one key each; the caller deletes. */
cJSON *config_parameters_schema(void);
cJSON *config_tuning_schema(void);
cJSON *config_full_schema(void);
cJSON *config_metrics_schema(void);
cJSON *config_ratio_schema(void);
cJSON *config_side_schema(void);

#endif
