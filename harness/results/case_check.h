/* Checks a case of a results file. */
#pragma once

#include "harness/base/error.h"
#include "harness/json/member.h"

#include <cjson/cJSON.h>
#include <stdbool.h>

/**
 * Refuses a case with a member that does not fit the case table. Refuses a case with status "ok" if
 * its verification failed. With MEMBERS_MUST no member may be missing. A case with status "ok" must
 * then have been verified, counted and timed, and any other case must have no times. EXIT_USAGE:
 * "place.path: expected …, found …".
 */
bool case_check(const cJSON *item, enum member_presence presence, const char *place,
                struct error *error);
