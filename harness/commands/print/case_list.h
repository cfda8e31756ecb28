/* List of the cases of a run, before anything is measured. */
#pragma once

#include "harness/config/cases.h"

#include <stdio.h>

/** Number of cases, and the least and the most seconds of their sampling. */
struct case_list_span {
    int64_t cases;
    double least, most;
};

/** Adds up the cases of a backend that are not passed over. */
struct case_list_span case_list_span(const struct cases *cases, const char *backend);

/** Prints the names of the cases that are not passed over, one a line. */
void case_list_names(const struct cases *cases, FILE *stream);

/**
 * Prints these cases as a table: the estimated memory of each, the least and the most seconds that
 * its sampling takes, and why it cannot run, as far as known from its file, before its system is
 * built and its device is opened; then their number, the total, and the time of the run in the file
 * at `results`, if it exists. `wrong`: some cannot run because of the config.
 */
void case_list_plan(const struct cases *cases, const char *results, FILE *stream, bool *wrong);
