/* Writes the table of the cases in a ranking. */
#pragma once

#include "harness/base/table.h"
#include "harness/report/tables/ranking.h"

#include <stdio.h>

/** A unit of time: its name, such as "µs", and its length in ns, 1e3. */
struct show_unit {
    const char *name;
    double nanoseconds;
};

/** Returns the largest unit that makes a time at least 1. */
struct show_unit show_unit_of(double nanoseconds);

/**
 * Writes a table of the cases of a ranking for people, or one table of all `count` rankings for
 * programs. EXIT_USAGE if a column is unknown.
 */
bool show_cases(FILE *stream, const struct records *records, const struct ranking *ranking,
                int64_t count, struct table_style *style, struct error *error);

/**
 * Fails with EXIT_USAGE if the table of a ranking (NULL: an empty one) lacks a column of the style.
 */
bool show_cases_check(const struct ranking *ranking, const struct table_style *style,
                      struct error *error);

/** A cell of the case table, and the origin of its value. */
struct show_cell {
    char header[48], value[512]; /* header of the column, and value of the cell; "": none */
    const char *formula;         /* formula, with paths of members; TIME is the time that ranks the
                                  * table */
    const struct record *base;   /* the case that the value is relative to; NULL: none */
};

/**
 * Finds the cell of case `index` of a ranking in a column. `column` is a key, "lanes_percent", or a
 * header, "lanes %". EXIT_USAGE if the column is unknown; the message has the keys.
 */
bool show_cases_cell(const struct records *records, const struct ranking *ranking, int64_t index,
                     const char *name, struct show_cell *cell, struct error *error);

/**
 * Returns the serial record for the column "over serial" of a ranking. Its machine and threads are
 * shown. NULL: there is none.
 */
const struct record *show_serial(const struct records *records, const struct ranking *ranking);
