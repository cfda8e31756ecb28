/* Errors: the text that the user reads. */
#include "harness/base/error.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void sets_code_and_text(void **state)
{
    (void)state;
    struct error error = {0};
    assert_false(error_set(&error, EXIT_USAGE, "%d cells, %s", 3, "not enough"));
    assert_int_equal(error.code, EXIT_USAGE);
    assert_string_equal(error.text, "3 cells, not enough");
}

static void prefixes_say_where(void **state)
{
    (void)state;
    struct error error;
    error_set(&error, EXIT_ENVIRONMENT, "no such device");
    assert_false(error_prefix(&error, "cuda"));
    assert_false(error_prefix(&error, "run"));
    assert_string_equal(error.text, "run: cuda: no such device");
    assert_int_equal(error.code, EXIT_ENVIRONMENT);
}

static void long_texts_are_cut_inside_the_buffer(void **state)
{
    (void)state;
    char text[2 * sizeof((struct error *)0)->text];
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    struct error error;
    error_set(&error, EXIT_USAGE, "%s", text);
    error_prefix(&error, "file.json");
    assert_int_equal(strlen(error.text), sizeof error.text - 1);
    assert_memory_equal(error.text, "file.json: xxx", 14);
    error_prefix(&error, text);
    assert_int_equal(strlen(error.text), sizeof error.text - 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sets_code_and_text),
        cmocka_unit_test(prefixes_say_where),
        cmocka_unit_test(long_texts_are_cut_inside_the_buffer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
