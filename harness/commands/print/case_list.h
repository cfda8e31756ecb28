/* Lists the cases of a run before anything is measured. */
#pragma once

#include "harness/config/cases.h"

#include <stdio.h>

/** Number of cases, and the least and most seconds that their sampling takes. */
struct case_list_span {
    int64_t cases;
    double least, most;
};

/** Sums over the cases of a backend that are not skipped. */
struct case_list_span case_list_span(const struct cases *cases, const char *backend);

/** Prints the ids of the cases that are not skipped, one per line. */
void case_list_names(const struct cases *cases, FILE *stream);

/**
 * Prints these cases as a table: the estimated memory of each, the least and most seconds of its
 * sampling, and why it cannot run. The reasons are those that are known before its system is built
 * and its device opened. Then prints the number of cases and the total, and how long the run took
 * whose results are at `results`, if the file exists. `wrong`: some cases cannot run because of the
 * config.
 */
void case_list_plan(const struct cases *cases, const char *results, FILE *stream, bool *wrong);
