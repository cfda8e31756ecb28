#include "harness/json/member.h"

#include "harness/json/json_file.h"

#include <math.h>
#include <string.h>

/* Path of the root object. */
static const char whole[] = "";

static const void *field_of(const struct member *member, const void *structure)
{
    return (const char *)structure + member->offset;
}

static const char *text_of(const struct member *member, const void *structure)
{
    const char *text = *(const char *const *)field_of(member, structure);
    return text != NULL ? text : "";
}

static cJSON *write_object(const struct member *members, const char *parent, const void *structure);

static cJSON *write_tuple(const struct member *members, const char *parent, const void *structure)
{
    cJSON *array = cJSON_CreateArray();
    for (const struct member *member = members; member->path != NULL; member++)
        if (member_name_in(member, parent) != NULL)
            cJSON_AddItemToArray(array,
                                 cJSON_CreateNumber(*(const double *)field_of(member, structure)));
    return array;
}

/*
 * Makes a number. JSON has neither infinities nor NAN, so an infinity becomes null and NAN is left
 * out.
 */
static cJSON *write_number(const struct member *member, double value)
{
    if (!isfinite(value))
        return isnan(value) ? NULL : cJSON_CreateNull();
    return cJSON_CreateNumber(member->digits > 0 ? json_digits(value, member->digits) : value);
}

/* Whether a text is written. An empty text is written only if the member is not optional. */
static bool has_text(const struct member *member, const char *text)
{
    return text != NULL && (text[0] != '\0' || !(member->null || member->optional));
}

/* Writes a value; NULL: there is none. */
static cJSON *write_value(const struct member *members, const struct member *member,
                          const void *structure)
{
    const void *field = field_of(member, structure);
    const char *text = NULL;
    switch (member->kind) {
    case MEMBER_TEXT:
    case MEMBER_NAME:
    case MEMBER_REASON:
        text = *(const char *const *)field;
        return has_text(member, text) ? cJSON_CreateString(text) : NULL;
    case MEMBER_INTEGER:
    case MEMBER_NUMBER:
        return write_number(member, *(const double *)field);
    case MEMBER_BOOLEAN:
        text = text_of(member, structure);
        return text[0] != '\0' ? cJSON_CreateBool(strcmp(text, "true") == 0) : NULL;
    case MEMBER_OBJECT:
        if (member->members != NULL)
            return members_write(member->members, field);
        return *(const bool *)field ? write_object(members, member->path, structure) : NULL;
    case MEMBER_TUPLE:
        return *(const bool *)field ? write_tuple(members, member->path, structure) : NULL;
    case MEMBER_MAP:
    case MEMBER_LIST:
        return (cJSON *)*(const cJSON *const *)field;
    case MEMBER_SCALAR:
    case MEMBER_REST:
    case MEMBER_OTHER:
        break;
    }
    return NULL;
}

/* Moves all members of `rest` to `object`, which must not have members of the same names.
 * Deletes `rest`. */
static void write_rest(cJSON *rest, cJSON *object)
{
    while (rest != NULL && rest->child != NULL) {
        cJSON *item = cJSON_DetachItemViaPointer(rest, rest->child);
        cJSON_AddItemToObject(object, item->string, item);
    }
    cJSON_Delete(rest);
}

/* Returns the reason why the object has no other members; "": it has other members. */
static const char *reason_of(const struct member *members, const char *parent,
                             const void *structure)
{
    for (const struct member *member = members; member->path != NULL; member++)
        if (member->kind == MEMBER_REASON && member_name_in(member, parent) != NULL)
            return text_of(member, structure);
    return "";
}

static cJSON *write_object(const struct member *members, const char *parent, const void *structure)
{
    cJSON *object = cJSON_CreateObject();
    bool alone = reason_of(members, parent, structure)[0] != '\0';
    for (const struct member *member = members; member->path != NULL; member++) {
        const char *name = member_name_in(member, parent);
        if (name == NULL || (member->kind == MEMBER_REASON) != alone)
            continue;
        if (member->kind == MEMBER_REST) {
            write_rest((cJSON *)*(const cJSON *const *)field_of(member, structure), object);
            continue;
        }
        cJSON *value = write_value(members, member, structure);
        if (value != NULL || !(member->optional || member->null))
            cJSON_AddItemToObject(object, name, value != NULL ? value : cJSON_CreateNull());
    }
    return object;
}

static bool has_value(const struct member *member, const void *structure)
{
    const void *field = field_of(member, structure);
    switch (member->kind) {
    case MEMBER_TEXT:
    case MEMBER_NAME:
    case MEMBER_REASON:
    case MEMBER_BOOLEAN:
        return text_of(member, structure)[0] != '\0';
    case MEMBER_INTEGER:
    case MEMBER_NUMBER:
        return !isnan(*(const double *)field);
    case MEMBER_MAP:
    case MEMBER_LIST:
    case MEMBER_REST:
        return *(const cJSON *const *)field != NULL;
    default:
        return false;
    }
}

cJSON *members_write(const struct member *members, const void *structure)
{
    for (const struct member *member = members; member->path != NULL; member++)
        if (has_value(member, structure))
            return write_object(members, whole, structure);
    return NULL;
}

static const char *read_text(const cJSON *item)
{
    const char *text = cJSON_GetStringValue(item);
    return text != NULL ? text : "";
}

void members_read(const struct member *members, const cJSON *object, void *structure)
{
    for (const struct member *member = members; member->path != NULL; member++) {
        const cJSON *item = member_at(object, member->path);
        void *field = (char *)structure + member->offset;
        switch (member->kind) {
        case MEMBER_TEXT:
        case MEMBER_NAME:
        case MEMBER_REASON:
            *(const char **)field = read_text(item);
            break;
        case MEMBER_INTEGER:
        case MEMBER_NUMBER:
            *(double *)field = cJSON_IsNumber(item) ? item->valuedouble : NAN;
            break;
        case MEMBER_BOOLEAN:
            *(const char **)field = cJSON_IsBool(item) ? cJSON_IsTrue(item) ? "true" : "false" : "";
            break;
        case MEMBER_OBJECT:
            if (member->members != NULL)
                members_read(member->members, item, field);
            else
                *(bool *)field = cJSON_IsObject(item);
            break;
        case MEMBER_TUPLE:
            *(bool *)field = cJSON_IsArray(item);
            break;
        case MEMBER_MAP:
            *(const cJSON **)field = cJSON_IsObject(item) ? item : NULL;
            break;
        case MEMBER_LIST:
            *(const cJSON **)field = cJSON_IsArray(item) ? item : NULL;
            break;
        case MEMBER_REST:
            *(const cJSON **)field = cJSON_IsObject(object) ? object : NULL;
            break;
        case MEMBER_SCALAR:
        case MEMBER_OTHER:
            break;
        }
    }
}
