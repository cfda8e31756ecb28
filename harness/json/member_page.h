/* Tables of members as Markdown, for people. */
#ifndef PAIRLANES_MEMBER_PAGE_H
#define PAIRLANES_MEMBER_PAGE_H

#include "harness/json/member.h"

#include <stdio.h>

/** Columns of a table in addition to path, type and unit: defaults of a config, columns of flat
 * tables. */
enum member_page { PAGE_PLAIN, PAGE_DEFAULTS, PAGE_COLUMNS };

/**
 * Writes a table with a row for each member, those of an object after it; for an object with a
 * definition its name, for which the page needs a section.
 */
void member_page_table(FILE *stream, const struct member *members, enum member_page page);

/** Writes the members of a table, and of those below, one path a line. */
void member_page_paths(FILE *stream, const struct member *members);

#endif
