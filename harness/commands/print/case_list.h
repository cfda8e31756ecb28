/* Lists the cases of a run before anything is measured. */
#pragma once

#include "harness/config/cases.h"

#include <stdio.h>

/** Number of cases, with the smallest and largest number of seconds that their sampling takes. */
struct case_list_span {
    int64_t cases;
    double least, most;
};

/** Sums over the cases of a backend that are not skipped. */
struct case_list_span case_list_span(const struct cases *cases, const char *backend);

/** Prints the ids of the cases that are not skipped, one per line. */
void case_list_names(const struct cases *cases, FILE *stream);

/**
 * Prints the cases that are not skipped as a table: each case's estimated memory, the range of its
 * sampling time, and why it cannot run. The reasons need no built system and no open device. Then
 * prints the number of cases and the total time. If the file `results` exists, also prints how long
 * its run took. Sets `wrong` if some cases cannot run because of the config.
 */
void case_list_plan(const struct cases *cases, const char *results, FILE *stream, bool *wrong);
