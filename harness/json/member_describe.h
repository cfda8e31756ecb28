/*
 * Describes tables of members: as JSON, from which scripts/reference makes schemas and pages, and
 * as paths.
 */
#pragma once

#include "harness/base/words.h"
#include "harness/json/member.h"

/** Returns the rows of a table, and those of the tables below; the caller deletes. */
cJSON *members_describe(const struct member *members);

/** Adds the paths of the members of a table, and of those below. */
void members_paths(struct words *paths, const struct member *members);
