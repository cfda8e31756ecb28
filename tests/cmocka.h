/*
 * Includes cmocka and its required headers, and defines tests that register themselves: TEST(name)
 * { … }. A LONG_TEST belongs to the long part of a test program: `make test-long` runs it, `make
 * test` does not. TEST_IN_BOTH runs in both parts and covers more in the long part.
 */
#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { TESTS_SHORT = 1, TESTS_LONG = 2, TESTS_MOST = 64 };

/** The tests of a part, in the order of the source file. */
struct tests_part {
    struct CMUnitTest test[TESTS_MOST];
    size_t count;
};

static struct tests_part tests_short, tests_long;

static inline void tests_add(struct tests_part *part, bool in_it, struct CMUnitTest test)
{
    if (in_it && part->count == TESTS_MOST)
        abort(); /* TESTS_MOST is too small */
    if (in_it)
        part->test[part->count++] = test;
}

/** Defines a test with setup and teardown; `parts` is TESTS_SHORT, TESTS_LONG or both. */
#define TEST_IN(parts, setup, teardown, name)                                                      \
    static void name(void **state);                                                                \
    __attribute__((constructor(1000 + __LINE__))) static void name##_enters(void)                  \
    {                                                                                              \
        const struct CMUnitTest test = cmocka_unit_test_setup_teardown(name, setup, teardown);     \
        tests_add(&tests_short, (parts)&TESTS_SHORT, test);                                        \
        tests_add(&tests_long, (parts)&TESTS_LONG, test);                                          \
    }                                                                                              \
    static void name(__attribute__((unused)) void **state)

#define TEST(name)                            TEST_IN(TESTS_SHORT, NULL, NULL, name)
#define TEST_WITH(setup, teardown, name)      TEST_IN(TESTS_SHORT, setup, teardown, name)
#define LONG_TEST(name)                       TEST_IN(TESTS_LONG, NULL, NULL, name)
#define LONG_TEST_WITH(setup, teardown, name) TEST_IN(TESTS_LONG, setup, teardown, name)
#define TEST_IN_BOTH(name)                    TEST_IN(TESTS_SHORT | TESTS_LONG, NULL, NULL, name)

/** Fails with the text of `error` unless `calls`, one call or several joined by &&, succeeds. */
#define assert_good(calls)                                                                         \
    do {                                                                                           \
        if (!(calls))                                                                              \
            fail_msg("%s", error.text);                                                            \
    } while (0)

/**
 * Returns true if the environment requests only this part, "short" or "long"; the default is both.
 */
static inline bool part_is(const char *part)
{
    const char *asked = getenv("PAIRLANES_TESTS");
    return asked != NULL && strcmp(asked, part) == 0;
}

static inline int tests_run_part(const struct tests_part *part, const char *name,
                                 CMFixtureFunction setup, CMFixtureFunction teardown)
{
    return part->count == 0
               ? 0
               : _cmocka_run_group_tests(name, part->test, part->count, setup, teardown);
}

/** Runs the requested parts, each between setup and teardown (NULL: none); returns the number of
 * tests that failed. */
static inline int tests_run(CMFixtureFunction setup, CMFixtureFunction teardown)
{
    return (part_is("long") ? 0 : tests_run_part(&tests_short, "tests", setup, teardown)) +
           (part_is("short") ? 0 : tests_run_part(&tests_long, "long_tests", setup, teardown));
}

/** Defines main, which runs the tests. */
#define TESTS_MAIN(setup, teardown)                                                                \
    int main(void)                                                                                 \
    {                                                                                              \
        return tests_run(setup, teardown);                                                         \
    }
