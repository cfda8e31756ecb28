/* Writes comparisons for people and for programs. */
#pragma once

#include "harness/base/table.h"
#include "harness/report/verdicts/compare.h"

#include <stdio.h>

/** Version of results/compare.schema.json. */
enum { COMPARE_SCHEMA = 2 };

/** Formats of comparisons: the formats of tables (enum table_format), and two more. */
enum compare_format {
    COMPARE_TEXT = TABLE_TEXT,
    COMPARE_MARKDOWN = TABLE_MARKDOWN, /* table for a pull request */
    COMPARE_JSON = TABLE_JSON,         /* JSON by results/compare.schema.json */
    COMPARE_JSONL = TABLE_JSONL,
    COMPARE_CSV = TABLE_CSV,
    COMPARE_TSV = TABLE_TSV,
    COMPARE_JUNIT,  /* JUnit's XML, with a test case per quantity */
    COMPARE_GITHUB, /* customSmallerIsBetter of github-action-benchmark */
};

/** Finds a format by its name; EXIT_USAGE with all names and the nearest one. */
bool compare_format_find(const char *name, enum compare_format *format, struct error *error);

/**
 * Writes the comparisons; `style` applies to formats of tables. EXIT_USAGE for an unknown column.
 */
bool compare_report(FILE *stream, const struct comparisons *comparisons,
                    const struct compare_options *options, enum compare_format format,
                    struct table_style *style, struct error *error);
