/*
 * Describes tables of members: as JSON, of which scripts/reference makes schemas and pages, and as
 * paths.
 */
#pragma once

#include "harness/json/member.h"

#include <stdio.h>

/** Returns the rows of a table, and those of the tables below; the caller deletes. */
cJSON *members_describe(const struct member *members);

/** Writes the members of a table, and of those below, one path a line. */
void members_paths(FILE *stream, const struct member *members);
