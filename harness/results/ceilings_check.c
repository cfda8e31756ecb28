#include "harness/results/ceilings_check.h"

#include "harness/backend/ceilings.h"
#include "harness/json/json_get.h"
#include "harness/json/member.h"

#include <limits.h>
#include <stdio.h>

/* Range of byte counts that are exact in a double. */
#define BYTES BETWEEN(0, 0x1p53)

/* Range of rates per second: predicted times are finite, and no device is faster. */
#define RATES BETWEEN(1, 1e18)

static const struct member device_read[] = {
    {.path = "backend", .kind = MEMBER_TEXT},
    {.path = "name", .kind = MEMBER_TEXT},
    {.path = "cores", .kind = MEMBER_INTEGER, .range = BETWEEN(1, INT_MAX)},
    {.path = "l1_bytes", .kind = MEMBER_INTEGER, .range = BYTES},
    {.path = "l2_bytes", .kind = MEMBER_INTEGER, .range = BYTES},
    {.path = "l3_bytes", .kind = MEMBER_INTEGER, .range = BYTES},
    {.path = "ceilings", .kind = MEMBER_OBJECT},
    {.path = NULL}};

static const struct member ceiling_read[] = {
    {.path = "best", .kind = MEMBER_NUMBER, .range = RATES},
    {.path = "median", .kind = MEMBER_NUMBER, .range = RATES},
    {.path = "worst", .kind = MEMBER_NUMBER, .range = RATES},
    {.path = "repetitions", .kind = MEMBER_INTEGER, .range = BETWEEN(1, INT_MAX)},
    {.path = "set_bytes", .kind = MEMBER_INTEGER, .range = BYTES},
    {.path = NULL}};

bool ceilings_check(const cJSON *device, const char *path, struct error *error)
{
    char place[256];
    const cJSON *ceiling = NULL;
    if (!members_check(device_read, device, MEMBERS_MAY, "devices", error))
        return error_prefix(error, path);
    cJSON_ArrayForEach (ceiling, json_get(device, "ceilings")) {
        snprintf(place, sizeof place, "devices.ceilings.%s", ceiling->string);
        if (!members_check(ceiling_read, ceiling, MEMBERS_MAY, place, error))
            return error_prefix(error, path);
    }
    return true;
}

bool ceilings_check_all(const cJSON *document, const char *path, struct error *error)
{
    const cJSON *devices = json_get(document, "devices");
    const cJSON *device = NULL;
    if (!cJSON_IsArray(devices) || json_value(document, "schema_version") != CEILINGS_SCHEMA)
        return error_set(
            error, EXIT_USAGE,
            "%s: expected what `pairlanes ceilings` of this version writes, found something else",
            path);
    cJSON_ArrayForEach (device, devices)
        if (!ceilings_check(device, path, error))
            return false;
    return true;
}
