/* Checks a case of a results file. */
#pragma once

#include "harness/base/error.h"
#include "harness/json/member.h"

#include <cjson/cJSON.h>
#include <stdbool.h>

/**
 * Refuses a case with a member that differs from the table of cases, or one that is "ok" while its
 * verification is not. With MEMBERS_MUST no member may be missing: a case that is "ok" has been
 * verified, counted and timed, and any other has no times. EXIT_USAGE: "place.path: expected …,
 * found …".
 */
bool case_check(const cJSON *item, enum member_presence presence, const char *place,
                struct error *error);
