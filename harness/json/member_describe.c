#include "harness/json/member_describe.h"

#include <stdio.h>

static const char *const kinds[] = {
    [MEMBER_TEXT] = "text",       [MEMBER_NAME] = "name",     [MEMBER_REASON] = "reason",
    [MEMBER_INTEGER] = "integer", [MEMBER_NUMBER] = "number", [MEMBER_BOOLEAN] = "boolean",
    [MEMBER_SCALAR] = "scalar",   [MEMBER_OBJECT] = "object", [MEMBER_TUPLE] = "tuple",
    [MEMBER_MAP] = "map",         [MEMBER_LIST] = "list",     [MEMBER_REST] = "rest",
    [MEMBER_OTHER] = "other"};

#define FIELD(name)                                                                                \
    {                                                                                              \
#name, offsetof(struct member, name)                                                       \
    }

static const struct field {
    const char *name;
    size_t offset;
} texts[] = {FIELD(path),   FIELD(unit),    FIELD(pattern), FIELD(format),
             FIELD(column), FIELD(without), FIELD(initial), FIELD(definition),
             FIELD(schema), FIELD(summary), FIELD(formula)},
  flags[] = {FIELD(open),  FIELD(null), FIELD(nulls), FIELD(optional),
             FIELD(later), FIELD(ok),   FIELD(axis),  FIELD(required)};

static const void *value_of(const struct member *member, const struct field *field)
{
    return (const char *)member + field->offset;
}

/* Adds a number with 17 digits; cJSON writes only 15 of some numbers. */
static void add_number(cJSON *object, const char *name, double number)
{
    char text[32];
    snprintf(text, sizeof text, "%.17g", number);
    cJSON_AddRawToObject(object, name, text);
}

static cJSON *describe(const struct member *member)
{
    const char *names[MEMBER_NAMES];
    const struct range *range = &member->range;
    cJSON *row = cJSON_CreateObject();
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
        const char *text = *(const char *const *)value_of(member, &texts[k]);
        if (text != NULL)
            cJSON_AddStringToObject(row, texts[k].name, text);
    }
    for (size_t k = 0; k < sizeof flags / sizeof *flags; k++)
        if (*(const bool *)value_of(member, &flags[k]))
            cJSON_AddTrueToObject(row, flags[k].name);
    cJSON_AddStringToObject(row, "kind", kinds[member->kind]);
    cJSON_AddStringToObject(row, "of", kinds[member->of]);
    cJSON *bounds = cJSON_AddObjectToObject(row, "range");
    if (range->low)
        add_number(bounds, range->open ? "exclusiveMinimum" : "minimum", range->minimum);
    if (range->high)
        add_number(bounds, "maximum", range->maximum);
    cJSON *list = cJSON_AddArrayToObject(row, "names");
    member_list_names(member, names);
    for (int k = 0; names[k] != NULL; k++)
        cJSON_AddItemToArray(list, cJSON_CreateString(names[k]));
    if (member->members != NULL)
        cJSON_AddItemToObject(row, "members", members_describe(member->members));
    return row;
}

cJSON *members_describe(const struct member *members)
{
    cJSON *rows = cJSON_CreateArray();
    for (const struct member *member = members; member->path != NULL; member++)
        cJSON_AddItemToArray(rows, describe(member));
    return rows;
}

static void add_paths(struct words *paths, const struct member *members, const char *prefix)
{
    char below[MEMBER_TEXT_SIZE];
    for (const struct member *member = members; member->path != NULL; member++) {
        if (member->kind != MEMBER_OBJECT && member->kind != MEMBER_REST)
            words_add(paths, "%s%s", prefix, member->path);
        if (member->kind != MEMBER_OBJECT || member->members == NULL)
            continue;
        snprintf(below, sizeof below, "%s%s.", prefix, member->path);
        add_paths(paths, member->members, below);
    }
}

void members_paths(struct words *paths, const struct member *members)
{
    add_paths(paths, members, "");
}
