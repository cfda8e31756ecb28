#include "harness/results/lookups.h"

#include "harness/json/json_get.h"
#include "harness/json/member.h"
#include "harness/results/members.h"
#include "harness/results/provenance.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#define ROW(kind_, field, ...)                                                                     \
    {                                                                                              \
        .path = #field, .kind = MEMBER_##kind_, .offset = offsetof(struct lookup_row, field),      \
        __VA_ARGS__                                                                                \
    }

static const struct member row_members[] = {ROW(TEXT, force),
                                            ROW(TEXT, precision),
                                            ROW(NUMBER, from, .range = ABOVE(0)),
                                            ROW(NUMBER, to, .range = ABOVE(0)),
                                            ROW(NUMBER, largest, .range = AT_LEAST(0), .digits = 6),
                                            ROW(NUMBER, rms, .range = AT_LEAST(0), .digits = 6),
                                            {.path = NULL}};

static const struct member document_members[] = {
    {.path = "schema_version",
     .kind = MEMBER_INTEGER,
     .range = BETWEEN(LOOKUPS_SCHEMA, LOOKUPS_SCHEMA)},
    {.path = "provenance", .kind = MEMBER_OBJECT},
    {.path = "parameters", .kind = MEMBER_MAP, .of = MEMBER_SCALAR},
    {.path = "lookups", .kind = MEMBER_LIST, .members = row_members},
    {.path = NULL}};

cJSON *lookups_new(const struct model *model, const double *parameters)
{
    cJSON *document = cJSON_CreateObject();
    cJSON_AddNumberToObject(document, "schema_version", LOOKUPS_SCHEMA);
    cJSON_AddItemToObject(document, "provenance", provenance_new());
    cJSON *values = cJSON_AddObjectToObject(document, "parameters");
    for (int k = 0; k < model->parameter_count; k++) {
        const struct parameter *parameter = &model->parameters[k];
        if (strcmp(parameter->name, "force") == 0)
            continue;
        if (parameter->choices != NULL)
            cJSON_AddStringToObject(values, parameter->name,
                                    parameter->choices[(int)parameters[k]]);
        else
            cJSON_AddNumberToObject(values, parameter->name, parameters[k]);
    }
    cJSON_AddArrayToObject(document, "lookups");
    return document;
}

void lookups_add(cJSON *document, const struct lookup_row *row)
{
    cJSON_AddItemToArray(json_get(document, "lookups"), members_write(row_members, row));
}

void lookups_read(const cJSON *item, struct lookup_row *row)
{
    members_read(row_members, item, row);
}

const cJSON *lookups_of(const cJSON *document)
{
    const cJSON *lookups = json_get(document, "lookups");
    return cJSON_IsArray(lookups) ? lookups : NULL;
}

bool lookups_check(const cJSON *document, const char *path, struct error *error)
{
    char place[MEMBER_TEXT_SIZE];
    snprintf(place, sizeof place, "%s: provenance", path);
    return members_check(document_members, document, MEMBERS_MUST, path, error) &&
           members_check(provenance_members, json_get(document, "provenance"), MEMBERS_MAY, place,
                         error);
}
