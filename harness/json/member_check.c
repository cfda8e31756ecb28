#include "harness/json/member.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* An object during its check, with its place in the file. */
struct check {
    const struct member *members;
    const cJSON *object;
    enum member_presence presence;
    const char *place;
    struct error *error;
};

static bool refuse(const struct check *check, const char *path, const char *expected,
                   const cJSON *item)
{
    char *found = item != NULL ? cJSON_PrintUnformatted(item) : NULL;
    error_set(check->error, EXIT_USAGE, "%s%s%s: expected %s, found %.60s", check->place,
              path[0] != '\0' ? "." : "", path, expected,
              found != NULL  ? found
              : item == NULL ? "none"
                             : "?");
    cJSON_free(found);
    return false;
}

static bool unexpected(const struct check *check, const struct member *member, const cJSON *item)
{
    char expected[MEMBER_TEXT_SIZE];
    return refuse(check, member->path, member_expected(member, expected), item);
}

/* Writes the path of the object that contains a member; "": the root. */
static void parent_of(const struct member *member, char parent[MEMBER_TEXT_SIZE])
{
    const char *dot = strrchr(member->path, '.');
    snprintf(parent, MEMBER_TEXT_SIZE, "%.*s", dot != NULL ? (int)(dot - member->path) : 0,
             member->path);
}

/* Whether the object at `parent` exists and has other members than a reason. */
static bool has_members(const struct check *check, const char *parent)
{
    const cJSON *object = member_at(check->object, parent);
    if (!cJSON_IsObject(object) && !cJSON_IsArray(object))
        return false;
    for (const struct member *member = check->members; member->path != NULL; member++)
        if (member->kind == MEMBER_REASON && member_name_in(member, parent) != NULL &&
            cJSON_IsString(member_at(check->object, member->path)))
            return false;
    return true;
}

/* Whether a member may be missing from its object. */
static bool may_miss(const struct check *check, const struct member *member)
{
    char parent[MEMBER_TEXT_SIZE];
    parent_of(member, parent);
    return member->kind == MEMBER_REASON || !member_must_be(member, check->presence) ||
           !has_members(check, parent);
}

/* Checks that a tuple has as many elements as the table has rows for it. */
static bool check_length(const struct check *check, const struct member *tuple, const cJSON *item)
{
    char expected[MEMBER_TEXT_SIZE];
    int count = 0;
    for (const struct member *member = check->members; member->path != NULL; member++)
        count += member_name_in(member, tuple->path) != NULL;
    snprintf(expected, sizeof expected, "a list of %d", count);
    return cJSON_GetArraySize(item) == count || refuse(check, tuple->path, expected, item);
}

static bool check_floor(const struct check *check, const struct member *member, const cJSON *item)
{
    char expected[MEMBER_TEXT_SIZE];
    const cJSON *floor = member->floor != NULL ? member_at(check->object, member->floor) : NULL;
    if (!cJSON_IsNumber(floor) || item->valuedouble >= floor->valuedouble)
        return true;
    snprintf(expected, sizeof expected, "no less than %s", member->floor);
    return refuse(check, member->path, expected, item);
}

/* Checks the members of an object that have no rows in the table. */
static bool check_rest(const struct check *check, const struct member *rest)
{
    struct member one = *rest;
    const cJSON *item = NULL;
    one.kind = rest->of;
    cJSON_ArrayForEach (item, check->object) {
        const struct member *named = check->members;
        while (named->path != NULL && strcmp(named->path, item->string) != 0)
            named++;
        one.path = item->string;
        if (named->path == NULL && !(rest->nulls && cJSON_IsNull(item)) &&
            !member_takes(&one, item))
            return unexpected(check, &one, item);
    }
    return true;
}

static bool check_names(const struct check *check, const struct member *map, const cJSON *item)
{
    struct member name = *map;
    const cJSON *value = NULL;
    if (map->names == NULL || map->open)
        return true;
    name.kind = MEMBER_NAME;
    cJSON_ArrayForEach (value, item) {
        const cJSON text = {.type = cJSON_String, .valuestring = value->string};
        if (!member_takes(&name, &text))
            return unexpected(check, &name, &text);
    }
    return true;
}

/* Checks an object, or the objects of a list, by their separate table. */
static bool check_below(const struct check *check, const struct member *member, const cJSON *item)
{
    char below[MEMBER_TEXT_SIZE];
    const cJSON *entry = NULL;
    int index = 0;
    if (member->members == NULL)
        return true;
    snprintf(below, sizeof below, "%s.%s", check->place, member->path);
    if (member->kind == MEMBER_OBJECT)
        return members_check(member->members, item, check->presence, below, check->error);
    cJSON_ArrayForEach (entry, item) {
        snprintf(below, sizeof below, "%s.%s[%d]", check->place, member->path, index++);
        if (!members_check(member->members, entry, check->presence, below, check->error))
            return false;
    }
    return true;
}

static bool check_value(const struct check *check, const struct member *member, const cJSON *item)
{
    if (!member_takes(member, item))
        return unexpected(check, member, item);
    switch (member->kind) {
    case MEMBER_INTEGER:
    case MEMBER_NUMBER:
        return check_floor(check, member, item);
    case MEMBER_TUPLE:
        return check_length(check, member, item);
    case MEMBER_MAP:
        return check_names(check, member, item);
    case MEMBER_OBJECT:
    case MEMBER_LIST:
        return check_below(check, member, item);
    default:
        return true;
    }
}

static bool check_member(const struct check *check, const struct member *member)
{
    const cJSON *item = member_at(check->object, member->path);
    if (member->kind == MEMBER_REST)
        return check_rest(check, member);
    if (item == NULL)
        return may_miss(check, member) || unexpected(check, member, NULL);
    if (cJSON_IsNull(item) && (check->presence == MEMBERS_MAY || member->null))
        return true;
    return check_value(check, member, item);
}

bool members_check(const struct member *members, const cJSON *object, enum member_presence presence,
                   const char *place, struct error *error)
{
    const struct check check = {members, object, presence, place, error};
    if (!cJSON_IsObject(object))
        return refuse(&check, "", "an object {…}", object);
    for (const struct member *member = members; member->path != NULL; member++)
        if (!check_member(&check, member))
            return false;
    return true;
}
