#include "harness/config/config_schema.h"

#include "harness/config/config_keys.h"
#include "harness/config/value_schema.h"
#include "harness/json/member_schema.h"

#include <stdio.h>

/* Returns the schema of a side: a strategy with its tuning, and the other keys. */
static cJSON *side_schema(void)
{
    cJSON *schema = members_schema(config_side_keys, MEMBERS_MAY);
    cJSON *properties = cJSON_GetObjectItemCaseSensitive(schema, "properties");
    cJSON_AddItemToObject(
        properties, "parameters",
        cJSON_Parse("{\"type\": \"object\", \"minProperties\": 1, \"additionalProperties\": " SCALAR
                    ", \"description\": \"Of the model, where the two sides differ in them.\"}"));
    cJSON_AddNumberToObject(schema, "minProperties", 1);
    cJSON_AddNumberToObject(schema, "maxProperties", cJSON_GetArraySize(properties) + 1);
    cJSON_AddItemToObject(schema, "propertyNames", cJSON_Parse(NAME));
    cJSON_ReplaceItemInObjectCaseSensitive(
        schema, "additionalProperties",
        cJSON_Parse("{\"type\": \"object\", \"additionalProperties\": {\"type\": \"integer\"}}"));
    cJSON *side = cJSON_CreateObject();
    cJSON *any = cJSON_AddArrayToObject(side, "anyOf");
    cJSON_AddItemToArray(any, cJSON_Parse(NAME));
    cJSON_AddItemToArray(any, schema);
    cJSON_AddStringToObject(
        side, "description",
        "A strategy, with the fastest of its cases, or with given tuning values, parameters of the "
        "model, precision or ways to build lists, as in {\"newton\": {\"buffers\": 16}}, "
        "{\"vertex\": {}, \"parameters\": {\"water\": \"ssd\"}}, {\"vertex\": {}, \"precision\": "
        "\"mixed\"} or {\"vertex\": {}, \"binning\": \"sort\"}.");
    return side;
}

/* Adds the rules on which keys of a claim belong together. */
static void add_claim_rules(cJSON *claim)
{
    cJSON_AddItemToObject(
        claim, "allOf",
        cJSON_Parse(
            "[{\"oneOf\": [{\"required\": [\"ratio\"]}, {\"required\": [\"value\", \"number\"]}]}, "
            "{\"anyOf\": [{\"required\": [\"above\"]}, {\"required\": [\"below\"]}]}]"));
    cJSON_AddItemToObject(claim, "dependentRequired", cJSON_Parse("{\"per\": [\"number\"]}"));
}

cJSON *config_schema(void)
{
    cJSON *schema = schema_start(
        "A pairlanes config",
        "An experiment: axes (a value or a list of values each) that multiply into cases. With "
        "\"sweeps\", each entry is a product of its own and takes what it leaves out from the top "
        "level. `pairlanes run` checks the same, with line and column.");
    cJSON_AddStringToObject(schema, "type", "object");
    cJSON_AddFalseToObject(schema, "additionalProperties");
    cJSON *properties = cJSON_AddObjectToObject(schema, "properties");
    for (const struct member *key = config_document_keys; key->path != NULL; key++)
        cJSON_AddItemToObject(properties, key->path,
                              member_schema(config_document_keys, key, MEMBERS_MAY));
    for (const struct member *key = config_sweep_keys; key->path != NULL; key++) {
        char path[MEMBER_TEXT_SIZE];
        snprintf(path, sizeof path, "sweep/properties/%s", key->path);
        cJSON_AddItemToObject(properties, key->path, schema_reference(path));
    }
    cJSON *definitions = cJSON_AddObjectToObject(schema, "$defs");
    members_define(config_document_keys, MEMBERS_MAY, definitions);
    add_claim_rules(cJSON_GetObjectItemCaseSensitive(definitions, "claim"));
    cJSON_AddItemToObject(definitions, "side", side_schema());
    cJSON_AddItemToObject(definitions, "metric",
                          cJSON_Parse("{\"type\": \"string\", \"maxLength\": 127, \"pattern\": "
                                      "\"^[a-z0-9_]+__[a-z0-9_]+\\\\.(avg|max|max_rate|min|pct|"
                                      "ratio|sum)(\\\\.[a-z0-9_]+)*$\"}"));
    return schema;
}
