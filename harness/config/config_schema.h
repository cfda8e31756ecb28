/* Makes configs/schema.json from the tables of keys. */
#ifndef PAIRLANES_CONFIG_SCHEMA_H
#define PAIRLANES_CONFIG_SCHEMA_H

#include <cjson/cJSON.h>

/** The JSON Schema of configs. The caller deletes it. */
cJSON *config_schema(void);

#endif
