/* Tests the text of errors. */
#include "harness/base/error.h"
#include "tests/cmocka.h"

#include <errno.h>
#include <string.h>

TEST(sets_code_and_text)
{
    struct error error = {0};
    assert_false(error_set(&error, EXIT_USAGE, "%d cells, %s", 3, "not enough"));
    assert_int_equal(error.code, EXIT_USAGE);
    assert_string_equal(error.text, "3 cells, not enough");
}

TEST(prefixes_name_the_place)
{
    struct error error;
    error_set(&error, EXIT_ENVIRONMENT, "no such device");
    assert_false(error_prefix(&error, "cuda"));
    assert_false(error_prefix(&error, "run"));
    assert_false(error_prefix(&error, "run")); /* the prefix is added only once */
    assert_string_equal(error.text, "run: cuda: no such device");
    assert_int_equal(error.code, EXIT_ENVIRONMENT);
}

TEST(long_texts_are_cut_inside_the_buffer)
{
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

TEST(a_wrong_file_differs_from_a_fault_of_the_machine)
{
    static const int of_path[] = {ENOENT, EACCES, EISDIR, ELOOP, EBADMSG, EFBIG};
    static const int of_machine[] = {ENOMEM, EIO, EMFILE, ENFILE, ESTALE, ETIMEDOUT};
    struct error error;
    for (size_t k = 0; k < sizeof of_path / sizeof *of_path; k++) {
        errno = of_path[k];
        assert_false(error_unreadable(&error, "file"));
        assert_int_equal(error.code, EXIT_USAGE);
    }
    for (size_t k = 0; k < sizeof of_machine / sizeof *of_machine; k++) {
        errno = of_machine[k];
        assert_false(error_unreadable(&error, "file"));
        assert_int_equal(error.code, EXIT_ENVIRONMENT);
    }
}

TESTS_MAIN(NULL, NULL)
