/* Tables of members as Markdown, for people. */
#ifndef PAIRLANES_MEMBER_PAGE_H
#define PAIRLANES_MEMBER_PAGE_H

#include "harness/base/member.h"

#include <stdio.h>

/**
 * Writes a table with a row for each member, those of objects behind them; of objects with a
 * definition the name, which `heading` has a section of. With `defaults` as a config has them,
 * else with columns of flat tables.
 */
void member_page_table(FILE *stream, const struct member *members, bool defaults);

/** Writes the members of a table, and of those below, one path a line. */
void member_page_paths(FILE *stream, const struct member *members);

#endif
