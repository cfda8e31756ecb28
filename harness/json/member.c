#include "harness/json/member.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void member_list_names(const struct member *member, const char *names[MEMBER_NAMES])
{
    int count = 0;
    if (member->names != NULL) {
        member->names(names);
        return;
    }
    while (member->choices != NULL && member->choices[count] != NULL && count < MEMBER_NAMES - 1) {
        names[count] = member->choices[count];
        count++;
    }
    names[count] = NULL;
}

const char *member_name_in(const struct member *member, const char *parent)
{
    size_t length = strlen(parent);
    const char *name = member->path;
    if (length > 0 && (strncmp(name, parent, length) != 0 || name[length] != '.'))
        return NULL;
    name += length > 0 ? length + 1 : 0;
    return strchr(name, '.') == NULL ? name : NULL;
}

/* Returns the member with the first `length` characters of a path as its name. */
static const cJSON *child_at(const cJSON *object, const char *path, size_t length)
{
    const cJSON *child = object->child;
    while (child != NULL &&
           (child->string[0] != path[0] || strncmp(child->string, path, length) != 0 ||
            child->string[length] != '\0'))
        child = child->next;
    return child;
}

const cJSON *member_at(const cJSON *object, const char *path)
{
    while (object != NULL && *path != '\0') {
        const size_t length = strcspn(path, ".");
        object = cJSON_IsArray(object) ? cJSON_GetArrayItem(object, (int)strtol(path, NULL, 10))
                                       : child_at(object, path, length);
        path += length + (path[length] == '.');
    }
    return object;
}

const char *member_column(const struct member *member, const char *prefix,
                          char text[MEMBER_TEXT_SIZE])
{
    const char *name = member->column != NULL ? member->column : member->path;
    bool map = member->kind == MEMBER_MAP && member->column != NULL;
    if ((member->kind > MEMBER_BOOLEAN && !map) || name[0] == '\0')
        return NULL;
    snprintf(text, MEMBER_TEXT_SIZE, "%s%s", prefix, name);
    for (char *c = strchr(text, '.'); c != NULL; c = strchr(c, '.'))
        *c = '_';
    return text;
}

static void describe_names(const struct member *member, char text[MEMBER_TEXT_SIZE])
{
    const char *names[MEMBER_NAMES];
    size_t length = (size_t)snprintf(text, MEMBER_TEXT_SIZE, "one of ");
    member_list_names(member, names);
    for (int k = 0; names[k] != NULL && length < MEMBER_TEXT_SIZE; k++)
        length += (size_t)snprintf(text + length, MEMBER_TEXT_SIZE - length, "%s%s", k ? ", " : "",
                                   names[k]);
}

static void describe_number(const struct member *member, char text[MEMBER_TEXT_SIZE])
{
    const struct range *range = &member->range;
    const char *kind = member->power_of_two             ? "a power of two"
                       : member->kind == MEMBER_INTEGER ? "an integer"
                                                        : "a number";
    if (range->low && range->high)
        snprintf(text, MEMBER_TEXT_SIZE, "%s from %.16g to %.16g", kind, range->minimum,
                 range->maximum);
    else if (range->low)
        snprintf(text, MEMBER_TEXT_SIZE, "%s %s %.16g", kind, range->open ? "above" : "of at least",
                 range->minimum);
    else
        snprintf(text, MEMBER_TEXT_SIZE, "%s", kind);
}

const char *member_expected(const struct member *member, char text[MEMBER_TEXT_SIZE])
{
    switch (member->kind) {
    case MEMBER_NAME:
        describe_names(member, text);
        return text;
    case MEMBER_INTEGER:
    case MEMBER_NUMBER:
        describe_number(member, text);
        return text;
    case MEMBER_TEXT:
    case MEMBER_REASON:
        return "a text";
    case MEMBER_BOOLEAN:
        return "true or false";
    case MEMBER_SCALAR:
        return "a number or a text";
    case MEMBER_TUPLE:
    case MEMBER_LIST:
        return "a list";
    default:
        return "an object {…}";
    }
}

bool member_must_be(const struct member *member, enum member_presence presence)
{
    return presence == MEMBERS_MUST ? !member->optional && !member->later && !member->null
                                    : member->required;
}

static bool is_power_of_two(double value)
{
    int exponent = 0;
    return value >= 1 && frexp(value, &exponent) == 0.5;
}

static bool takes_number(const struct member *member, const cJSON *item)
{
    const struct range *range = &member->range;
    double value = item->valuedouble;
    return cJSON_IsNumber(item) && isfinite(value) &&
           (!range->low || (range->open ? value > range->minimum : value >= range->minimum)) &&
           (!range->high || value <= range->maximum) &&
           (member->kind != MEMBER_INTEGER || (value == floor(value) && fabs(value) <= 0x1p53)) &&
           (!member->power_of_two || is_power_of_two(value));
}

static bool takes_name(const struct member *member, const cJSON *item)
{
    const char *names[MEMBER_NAMES];
    member_list_names(member, names);
    for (int k = 0; cJSON_IsString(item) && names[k] != NULL; k++)
        if (strcmp(names[k], item->valuestring) == 0)
            return true;
    return false;
}

static bool takes_text(const struct member *member, const cJSON *item)
{
    return cJSON_IsString(item) && (member->matches == NULL || member->matches(item->valuestring));
}

/*
 * Whether each value in a map or list has the member's kind, or is null if the member allows that.
 */
static bool takes_all(const struct member *member, const cJSON *items)
{
    struct member one = *member;
    const cJSON *item = NULL;
    one.kind = member->of;
    cJSON_ArrayForEach (item, items) {
        if (!(member->nulls && cJSON_IsNull(item)) && !member_takes(&one, item))
            return false;
    }
    return true;
}

bool member_takes(const struct member *member, const cJSON *item)
{
    switch (member->kind) {
    case MEMBER_TEXT:
    case MEMBER_REASON:
        return takes_text(member, item);
    case MEMBER_NAME:
        return takes_name(member, item);
    case MEMBER_INTEGER:
    case MEMBER_NUMBER:
        return takes_number(member, item);
    case MEMBER_BOOLEAN:
        return cJSON_IsBool(item);
    case MEMBER_SCALAR:
        return cJSON_IsNumber(item) || cJSON_IsString(item);
    case MEMBER_OBJECT:
        return cJSON_IsObject(item);
    case MEMBER_TUPLE:
        return cJSON_IsArray(item);
    case MEMBER_MAP:
        return cJSON_IsObject(item) && takes_all(member, item);
    case MEMBER_LIST:
        return cJSON_IsArray(item) && (member->members != NULL || takes_all(member, item));
    case MEMBER_REST:
    case MEMBER_OTHER:
        break;
    }
    return true;
}
