/*
 * A test program with a long part: a second table, which `make test-long` runs and `make test` does
 * not. A test in both tables covers more in the long part.
 */
#pragma once

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/** Whether only the part "short" or "long" is requested; by default programs run both. */
static inline bool part_is(const char *part)
{
    const char *asked = getenv("PAIRLANES_TESTS");
    return asked != NULL && strcmp(asked, part) == 0;
}

/** Runs the tables of the parts that are asked for; returns the number of tests that failed. */
#define run_parts(tests, long_tests, setup, teardown)                                              \
    ((part_is("long") ? 0 : cmocka_run_group_tests(tests, setup, teardown)) +                      \
     (part_is("short") ? 0 : cmocka_run_group_tests(long_tests, setup, teardown)))
