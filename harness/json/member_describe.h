/*
 * Describes tables of members as JSON, and lists their paths. scripts/reference makes schemas and
 * pages from the JSON.
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
