#include "harness/results/results_schema.h"

#include "harness/json/member_schema.h"
#include "harness/results/members.h"

/* The rule that a case with status "ok" has passed and was counted, while any other has a reason
 * and no times. */
static cJSON *status_rule(void)
{
    cJSON *rule = cJSON_Parse(
        "{\"if\": {\"properties\": {\"status\": {\"const\": \"ok\"}}}, \"then\": {\"required\": "
        "[\"input_hash\", \"identity\", \"verify\", \"counts\"], \"properties\": {\"reason\": "
        "{\"type\": \"null\"}, \"verify\": {\"type\": \"object\", \"properties\": {\"passed\": "
        "{\"const\": true}}}, \"counts\": {\"type\": \"object\"}}}, \"else\": {\"required\": "
        "[\"reason\"], \"properties\": {\"reason\": {\"type\": \"string\", \"minLength\": 1}}}}");
    cJSON *otherwise = cJSON_GetObjectItemCaseSensitive(
        cJSON_GetObjectItemCaseSensitive(rule, "else"), "properties");
    for (const struct member *member = case_members; member->path != NULL; member++)
        if (member->ok)
            cJSON_AddStringToObject(cJSON_AddObjectToObject(otherwise, member->path), "type",
                                    "null");
    return rule;
}

cJSON *results_schema(void)
{
    cJSON *schema = schema_start("Results of a pairlanes run", NULL);
    cJSON *document = members_schema(results_members, MEMBERS_MUST);
    while (document->child != NULL) {
        cJSON *item = cJSON_DetachItemViaPointer(document, document->child);
        cJSON_AddItemToObject(schema, item->string, item);
    }
    cJSON_Delete(document);
    cJSON *definitions = cJSON_AddObjectToObject(schema, "$defs");
    members_define(results_members, MEMBERS_MUST, definitions);
    cJSON_AddItemToArray(
        cJSON_AddArrayToObject(cJSON_GetObjectItemCaseSensitive(definitions, "case"), "allOf"),
        status_rule());
    return schema;
}
