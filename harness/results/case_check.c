#include "harness/results/case_check.h"

#include "harness/json/json_get.h"
#include "harness/results/members.h"

#include <string.h>

/* Checks a member of a case with status "ok": its type, if it is present. */
static bool check_done(const cJSON *item, const char *path, bool must, const char *place,
                       struct error *error)
{
    const cJSON *found = member_at(item, path);
    bool missing = found == NULL || cJSON_IsNull(found);
    return (!missing && !cJSON_IsFalse(found)) || (missing && !must) ||
           error_set(error, EXIT_USAGE, "%s.%s: expected it of a case that is ok, found %s", place,
                     path, missing ? "none" : "false");
}

static bool check_ok(const cJSON *item, bool must, const char *place, struct error *error)
{
    static const char *const needed[] = {"input_hash", "identity", "verify.passed", "counts",
                                         "force"};
    for (size_t k = 0; k < sizeof needed / sizeof *needed; k++)
        if (!check_done(item, needed[k], must, place, error))
            return false;
    return !must || !cJSON_IsString(json_get(item, "reason")) ||
           error_set(error, EXIT_USAGE, "%s.reason: expected none of a case that is ok", place);
}

/* Refuses a case that is not "ok" but has times, because they must not be published. */
static bool check_other(const cJSON *item, const char *place, struct error *error)
{
    for (const struct member *member = case_members; member->path != NULL; member++) {
        const cJSON *found = member->ok ? member_at(item, member->path) : NULL;
        if (found != NULL && !cJSON_IsNull(found))
            return error_set(error, EXIT_USAGE, "%s.%s: expected none of a case that is %s", place,
                             member->path, json_text(item, "status"));
    }
    return true;
}

bool case_check(const cJSON *item, enum member_presence presence, const char *place,
                struct error *error)
{
    if (!members_check(case_members, item, presence, place, error))
        return false;
    bool must = presence == MEMBERS_MUST;
    if (strcmp(json_text(item, "status"), "ok") == 0)
        return check_ok(item, must, place, error);
    return !must || check_other(item, place, error);
}
