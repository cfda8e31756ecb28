/* Writes a comparison for people and for machines. */
#ifndef PAIRLANES_COMPARE_REPORT_H
#define PAIRLANES_COMPARE_REPORT_H

#include "harness/report/compare.h"

#include <stdio.h>

enum compare_format {
    COMPARE_TEXT,
    COMPARE_MARKDOWN, /* a table for a pull request */
    COMPARE_JSON,     /* results/compare.schema.json */
    COMPARE_JUNIT,    /* XML: a test case per quantity */
    COMPARE_GITHUB,   /* what github-action-benchmark reads as customSmallerIsBetter */
};

/** Finds a format by name. */
bool compare_format_find(const char *name, enum compare_format *format);

/** Writes the comparisons. EXIT_ENVIRONMENT if memory runs out. */
bool compare_report(FILE *stream, const struct comparisons *comparisons,
                    const struct compare_options *options, enum compare_format format,
                    struct error *error);

#endif
