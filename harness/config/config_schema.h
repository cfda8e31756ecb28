/* configs/schema.json, out of the tables of keys. */
#ifndef PAIRLANES_CONFIG_SCHEMA_H
#define PAIRLANES_CONFIG_SCHEMA_H

#include <cjson/cJSON.h>

/** The JSON Schema of configs; the caller deletes. */
cJSON *config_schema(void);

/** Of the keys that are made otherwise than the table could say; the caller deletes. */
cJSON *config_parameters_schema(void);
cJSON *config_tuning_schema(void);
cJSON *config_full_schema(void);
cJSON *config_metrics_schema(void);
cJSON *config_ratio_schema(void);
cJSON *config_side_schema(void);

#endif
