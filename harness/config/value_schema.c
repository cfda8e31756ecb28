#include "harness/config/value_schema.h"

#include "harness/json/member_schema.h"

/* The schema of an axis: a value of the given schema, or a list of such values. */
#define AXIS(value)                                                                                \
    "{\"anyOf\": [" value ", {\"type\": \"array\", \"items\": " value ", \"minItems\": 1}]}"

cJSON *config_parameters_schema(void)
{
    return cJSON_Parse("{\"type\": \"object\", \"additionalProperties\": " AXIS(SCALAR) "}");
}

cJSON *config_tuning_schema(void)
{
    return cJSON_Parse(
        "{\"type\": \"object\", \"propertyNames\": " NAME
        ", \"additionalProperties\": {\"type\": \"object\", \"additionalProperties\": " AXIS(
            "{\"type\": \"integer\"}") "}}");
}

cJSON *config_full_schema(void)
{
    return cJSON_Parse(
        "{\"allOf\": [{\"$ref\": \"#/$defs/sweep\"}], \"not\": {\"required\": [\"full\"]}}");
}

cJSON *config_metrics_schema(void)
{
    return cJSON_Parse(
        "{\"anyOf\": [{\"$ref\": \"#/$defs/metric\"}, {\"type\": \"array\", \"items\": {\"$ref\": "
        "\"#/$defs/metric\"}, \"minItems\": 1, \"maxItems\": 64, \"uniqueItems\": true}, "
        "{\"type\": \"object\", \"propertyNames\": {\"minLength\": 1, \"maxLength\": 127, \"not\": "
        "{\"enum\": [\"passes\", \"reason\"]}}, \"additionalProperties\": {\"$ref\": "
        "\"#/$defs/metric\"}, \"minProperties\": 1, \"maxProperties\": 64}]}");
}

cJSON *config_side_schema(void)
{
    return schema_reference("side");
}

cJSON *config_ratio_schema(void)
{
    return cJSON_Parse("{\"type\": \"array\", \"items\": {\"$ref\": \"#/$defs/side\"}, "
                       "\"minItems\": 2, \"maxItems\": 2}");
}
