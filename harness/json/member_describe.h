/*
 * Describes tables of members as JSON, from which scripts/reference makes schemas and pages, and
 * lists their paths.
 */
#pragma once

#include "harness/base/words.h"
#include "harness/json/member.h"

/**
 * Returns the rows of a table and of the tables for inner objects, as JSON; the caller deletes it.
 */
cJSON *members_describe(const struct member *members);

/** Adds the paths of all members in a table and in the tables for inner objects. */
void members_paths(struct words *paths, const struct member *members);
