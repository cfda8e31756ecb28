/* Tests suggestions: the name that a mistyped name probably stands for. */
#include "tests/support.h"

#include "harness/base/suggest.h"

#include <string.h>

static const char *const keys[] = {"model", "system", "density", "seed", "n", NULL};

TEST(finds_one_mistake)
{
    assert_string_equal(suggest("modle", keys), "model");
    assert_string_equal(suggest("densty", keys), "density");
    assert_string_equal(suggest("densitty", keys), "density");
    assert_string_equal(suggest("systen", keys), "system");
    assert_string_equal(suggest("SEED", keys), "seed");
}

TEST(suggests_nothing_if_no_name_is_near)
{
    assert_null(suggest("temperature", keys));
    assert_null(suggest("", (const char *const[]){"model", NULL}));
    assert_null(suggest("model", (const char *const[]){NULL}));
    char longest[500];
    memset(longest, 'n', sizeof longest - 1);
    longest[sizeof longest - 1] = '\0';
    assert_null(suggest(longest, keys));
}

TEST(prefers_the_nearest)
{
    const char *const names[] = {"vertex", "vertices", "vortex", NULL};
    assert_string_equal(suggest("vortx", names), "vortex");
    assert_string_equal(suggest("vertx", names), "vertex");
}

TEST(other_names_are_known)
{
    assert_string_equal(suggest("gpu", (const char *const[]){"cpu", "cuda", NULL}), "cuda");
    assert_string_equal(suggest("GPU", (const char *const[]){"cpu", "cuda", NULL}), "cuda");
    assert_string_equal(suggest("fp32", (const char *const[]){"double", "single", NULL}), "single");
    assert_string_equal(suggest("gpu", (const char *const[]){"cpu", NULL}), "cpu");
}

TEST(errors_name_all_and_the_nearest)
{
    struct error error;
    assert_false(suggest_error(&error, "config key", "sede", keys));
    assert_int_equal(error.code, EXIT_USAGE);
    assert_string_equal(error.text, "there is no config key \"sede\"; expected one of model, "
                                    "system, density, seed, n. Did you mean \"seed\"?");
}

TESTS_MAIN(NULL, NULL)
