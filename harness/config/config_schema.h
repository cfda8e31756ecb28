/* configs/schema.json, out of the tables of keys. */
#ifndef PAIRLANES_CONFIG_SCHEMA_H
#define PAIRLANES_CONFIG_SCHEMA_H

#include <cjson/cJSON.h>

/** The JSON Schema of configs; the caller deletes. */
cJSON *config_schema(void);

#endif
