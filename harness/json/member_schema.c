#include "harness/json/member_schema.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

cJSON *schema_start(const char *title, const char *description)
{
    cJSON *schema = cJSON_CreateObject();
    cJSON_AddStringToObject(schema, "$schema", "https://json-schema.org/draft/2020-12/schema");
    cJSON_AddStringToObject(schema, "title", title);
    if (description != NULL)
        cJSON_AddStringToObject(schema, "description", description);
    return schema;
}

cJSON *schema_reference(const char *name)
{
    char text[MEMBER_TEXT_SIZE];
    cJSON *schema = cJSON_CreateObject();
    snprintf(text, sizeof text, "#/$defs/%s", name);
    cJSON_AddStringToObject(schema, "$ref", text);
    return schema;
}

/* Adds a type, or a list of it and null. */
static void add_type(cJSON *schema, const char *type, bool null)
{
    if (!null) {
        cJSON_AddStringToObject(schema, "type", type);
        return;
    }
    cJSON *types = cJSON_AddArrayToObject(schema, "type");
    cJSON_AddItemToArray(types, cJSON_CreateString(type));
    cJSON_AddItemToArray(types, cJSON_CreateString("null"));
}

static void add_range(cJSON *schema, const struct range *range)
{
    if (range->low)
        cJSON_AddNumberToObject(schema, range->open ? "exclusiveMinimum" : "minimum",
                                range->minimum);
    if (range->high)
        cJSON_AddNumberToObject(schema, "maximum", range->maximum);
}

static void add_names(cJSON *schema, const struct member *member, bool null)
{
    const char *names[MEMBER_NAMES];
    if (member->open) {
        add_type(schema, "string", null);
        cJSON_AddStringToObject(schema, "pattern", "^[a-z0-9_]+$");
        return;
    }
    member_list_names(member, names);
    cJSON *listed = cJSON_AddArrayToObject(schema, "enum");
    for (int k = 0; names[k] != NULL; k++)
        cJSON_AddItemToArray(listed, cJSON_CreateString(names[k]));
    if (null)
        cJSON_AddItemToArray(listed, cJSON_CreateNull());
}

static void add_text(cJSON *schema, const struct member *member, enum member_presence presence,
                     bool null)
{
    add_type(schema, "string", null);
    if (member->pattern != NULL)
        cJSON_AddStringToObject(schema, "pattern", member->pattern);
    if (member->format != NULL)
        cJSON_AddStringToObject(schema, "format", member->format);
    if (presence == MEMBERS_MAY || member->kind == MEMBER_REASON)
        cJSON_AddNumberToObject(schema, "minLength", 1);
}

/* Returns the schema of a member's value or, for a map or list, of its values. */
static cJSON *value_schema(const struct member *member, enum member_kind kind, bool null,
                           enum member_presence presence)
{
    cJSON *schema = cJSON_CreateObject();
    static const char *const scalars[] = {"number", "string"};
    switch (kind) {
    case MEMBER_TEXT:
    case MEMBER_REASON:
        add_text(schema, member, presence, null);
        break;
    case MEMBER_NAME:
        add_names(schema, member, null);
        break;
    case MEMBER_INTEGER:
    case MEMBER_NUMBER:
        add_type(schema, kind == MEMBER_INTEGER ? "integer" : "number", null);
        add_range(schema, &member->range);
        break;
    case MEMBER_BOOLEAN:
        add_type(schema, "boolean", null);
        break;
    case MEMBER_SCALAR:
        cJSON_AddItemToObject(schema, "type", cJSON_CreateStringArray(scalars, 2));
        break;
    default:
        break;
    }
    return schema;
}

/* The one or the other. */
static cJSON *either(cJSON *first, cJSON *second)
{
    cJSON *schema = cJSON_CreateObject();
    cJSON *list = cJSON_AddArrayToObject(schema, "anyOf");
    cJSON_AddItemToArray(list, first);
    cJSON_AddItemToArray(list, second);
    return schema;
}

static cJSON *null_schema(void)
{
    cJSON *schema = cJSON_CreateObject();
    cJSON_AddStringToObject(schema, "type", "null");
    return schema;
}

/* Adds the rule that a key excludes others. */
static void add_exclusions(cJSON *schema, const struct member *members, const char *parent)
{
    cJSON *excluded = NULL, *others = NULL;
    for (const struct member *member = members; member->path != NULL; member++) {
        if (member->without == NULL || member_name_in(member, parent) == NULL)
            continue;
        if (excluded == NULL) {
            cJSON *both = cJSON_AddArrayToObject(cJSON_AddObjectToObject(schema, "not"), "allOf");
            excluded = cJSON_CreateObject();
            cJSON_AddItemToObject(excluded, "required",
                                  cJSON_CreateStringArray(&member->without, 1));
            cJSON_AddItemToArray(both, excluded);
            cJSON *any = cJSON_CreateObject();
            others = cJSON_AddArrayToObject(any, "anyOf");
            cJSON_AddItemToArray(both, any);
        }
        cJSON *other = cJSON_CreateObject();
        cJSON_AddItemToObject(other, "required", cJSON_CreateStringArray(&member->path, 1));
        cJSON_AddItemToArray(others, other);
    }
}

static cJSON *reason_schema(const struct member *members, const struct member *member,
                            enum member_presence presence)
{
    cJSON *schema = cJSON_CreateObject();
    cJSON_AddStringToObject(schema, "type", "object");
    cJSON_AddFalseToObject(schema, "additionalProperties");
    static const char *const name = "reason";
    cJSON_AddItemToObject(schema, "required", cJSON_CreateStringArray(&name, 1));
    cJSON_AddItemToObject(cJSON_AddObjectToObject(schema, "properties"), name,
                          member_schema(members, member, presence));
    return schema;
}

/* The object at `parent`; where there may be a reason in its place, either. */
static cJSON *object_schema(const struct member *members, const char *parent,
                            enum member_presence presence)
{
    cJSON *schema = cJSON_CreateObject(), *reason = NULL, *rest = NULL;
    cJSON *required = cJSON_CreateArray(), *properties = cJSON_CreateObject();
    cJSON_AddStringToObject(schema, "type", "object");
    for (const struct member *member = members; member->path != NULL; member++) {
        const char *name = member_name_in(member, parent);
        if (name == NULL)
            continue;
        if (member->kind == MEMBER_REASON) {
            reason = reason_schema(members, member, presence);
        } else if (member->kind == MEMBER_REST) {
            rest = value_schema(member, member->of, member->nulls, presence);
            cJSON_AddStringToObject(rest, "description", member->summary);
        } else {
            cJSON_AddItemToObject(properties, name, member_schema(members, member, presence));
            if (member_must_be(member, presence))
                cJSON_AddItemToArray(required, cJSON_CreateString(name));
        }
    }
    if (rest != NULL && reason != NULL)
        cJSON_AddFalseToObject(properties, "reason");
    cJSON_AddItemToObject(schema, "additionalProperties",
                          rest != NULL ? rest : cJSON_CreateFalse());
    if (required->child != NULL)
        cJSON_AddItemToObject(schema, "required", required);
    else
        cJSON_Delete(required);
    cJSON_AddItemToObject(schema, "properties", properties);
    add_exclusions(schema, members, parent);
    return reason != NULL ? either(schema, reason) : schema;
}

cJSON *members_schema(const struct member *members, enum member_presence presence)
{
    return object_schema(members, "", presence);
}

/* As many elements as the tuple has. */
static cJSON *tuple_schema(const struct member *members, const struct member *tuple,
                           enum member_presence presence)
{
    cJSON *schema = cJSON_CreateObject(), *items = NULL;
    int count = 0;
    for (const struct member *member = members; member->path != NULL; member++) {
        if (member_name_in(member, tuple->path) == NULL)
            continue;
        if (count++ == 0)
            items = value_schema(member, member->kind, member->null, presence);
    }
    cJSON_AddStringToObject(schema, "type", "array");
    cJSON_AddItemToObject(schema, "items", items);
    cJSON_AddNumberToObject(schema, "minItems", count);
    cJSON_AddNumberToObject(schema, "maxItems", count);
    return schema;
}

static cJSON *list_schema(const struct member *member, enum member_presence presence)
{
    cJSON *schema = cJSON_CreateObject();
    cJSON_AddStringToObject(schema, "type", "array");
    cJSON_AddItemToObject(schema, "items",
                          member->definition != NULL
                              ? schema_reference(member->definition)
                              : value_schema(member, member->of, member->nulls, presence));
    if (presence == MEMBERS_MAY)
        cJSON_AddNumberToObject(schema, "minItems", 1);
    return schema;
}

static cJSON *map_schema(const struct member *member, enum member_presence presence)
{
    cJSON *schema = cJSON_CreateObject();
    cJSON_AddStringToObject(schema, "type", "object");
    if (member->names != NULL)
        add_names(cJSON_AddObjectToObject(schema, "propertyNames"), member, false);
    cJSON_AddItemToObject(schema, "additionalProperties",
                          value_schema(member, member->of, member->nulls, presence));
    return schema;
}

/* Returns the schema of a member without null, lists of an axis and its description. */
static cJSON *bare_schema(const struct member *members, const struct member *member,
                          enum member_presence presence)
{
    if (member->schema != NULL)
        return member->schema();
    switch (member->kind) {
    case MEMBER_OBJECT:
        if (member->definition != NULL)
            return schema_reference(member->definition);
        return member->members != NULL ? members_schema(member->members, presence)
                                       : object_schema(members, member->path, presence);
    case MEMBER_TUPLE:
        return tuple_schema(members, member, presence);
    case MEMBER_LIST:
        return list_schema(member, presence);
    case MEMBER_MAP:
        return map_schema(member, presence);
    default:
        return value_schema(member, member->kind, member->null, presence);
    }
}

/* A value, or a list of them. */
static cJSON *axis_schema(cJSON *value)
{
    cJSON *list = cJSON_CreateObject();
    cJSON_AddStringToObject(list, "type", "array");
    cJSON_AddItemToObject(list, "items", cJSON_Duplicate(value, true));
    cJSON_AddNumberToObject(list, "minItems", 1);
    return either(value, list);
}

cJSON *member_schema(const struct member *members, const struct member *member,
                     enum member_presence presence)
{
    cJSON *schema = bare_schema(members, member, presence);
    if (member->axis)
        schema = axis_schema(schema);
    if (member->null && member->kind > MEMBER_BOOLEAN)
        schema = either(schema, null_schema());
    if (member->initial != NULL)
        cJSON_AddItemToObject(schema, "default", cJSON_Parse(member->initial));
    if (member->summary != NULL)
        cJSON_AddStringToObject(schema, "description", member->summary);
    return schema;
}

void members_define(const struct member *members, enum member_presence presence, cJSON *definitions)
{
    for (const struct member *member = members; member->path != NULL; member++) {
        const char *name = member->definition;
        if (member->members == NULL ||
            (name != NULL && cJSON_GetObjectItemCaseSensitive(definitions, name) != NULL))
            continue;
        if (name != NULL)
            cJSON_AddItemToObject(definitions, name, members_schema(member->members, presence));
        members_define(member->members, presence, definitions);
    }
}
