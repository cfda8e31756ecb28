/* The table of the cases of a ranking. */
#pragma once

#include "harness/base/table.h"
#include "harness/report/tables/ranking.h"

#include <stdio.h>

/** A unit of time: "µs", 1e3. */
struct show_unit {
    const char *name;
    double nanoseconds;
};

/** Returns the largest unit in which a time is at least one. */
struct show_unit show_unit_of(double nanoseconds);

/**
 * Writes a table of the cases of a ranking for people, or one of all `count` rankings for programs.
 * EXIT_USAGE for an unknown column.
 */
bool show_cases(FILE *stream, const struct records *records, const struct ranking *ranking,
                int64_t count, struct table_style *style, struct error *error);

/**
 * Checks the columns of a style: EXIT_USAGE if the table of a ranking (NULL: an empty one) lacks
 * one.
 */
bool show_cases_check(const struct ranking *ranking, const struct table_style *style,
                      struct error *error);

/** A cell of that table, and its origin. */
struct show_cell {
    char header[48], value[512]; /* header and value; value "": none */
    const char *formula;         /* formula in paths of members; TIME is force, step or build */
    const struct record *base;   /* case to which the value is relative; NULL: none */
};

/**
 * Finds the cell of case `index` of a ranking in a column, by the column's key in data,
 * "lanes_percent", or its header, "lanes %". EXIT_USAGE with the keys for an unknown column.
 */
bool show_cases_cell(const struct records *records, const struct ranking *ranking, int64_t index,
                     const char *name, struct show_cell *cell, struct error *error);

/** Returns the record with machine and threads of the speed-ups over `serial` in a ranking; NULL:
 * none. */
const struct record *show_serial(const struct records *records, const struct ranking *ranking);
