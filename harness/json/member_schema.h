/* JSON Schemas (draft 2020-12) from tables of members. */
#ifndef PAIRLANES_MEMBER_SCHEMA_H
#define PAIRLANES_MEMBER_SCHEMA_H

#include "harness/json/member.h"

/** The schema of the object of a table, which has no other members; the caller deletes. */
cJSON *members_schema(const struct member *members, enum member_presence presence);

/** The schema of a single member; the caller deletes. */
cJSON *member_schema(const struct member *members, const struct member *member,
                     enum member_presence presence);

/** Adds a table's definitions, and those of its members' tables, to "$defs". */
void members_define(const struct member *members, enum member_presence presence,
                    cJSON *definitions);

/** A document that begins with "$schema" and the title; the caller deletes. */
cJSON *schema_start(const char *title, const char *description);

/** {"$ref": "#/$defs/name"}; the caller deletes. */
cJSON *schema_reference(const char *name);

#endif
