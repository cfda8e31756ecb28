/* Tables: what is printed, character by character. */
#include "harness/base/table.h"
#include "harness/base/text.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

static const struct table_column columns[] = {
    {"name", TABLE_LEFT}, {"time, µs", TABLE_RIGHT}, {"note", TABLE_LEFT}};

static char *printed(const struct table *table, int indent)
{
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    assert_non_null(stream);
    struct error error;
    assert_true(table_print(table, indent, stream, &error));
    fclose(stream);
    return text;
}

static void columns_are_aligned(void **state)
{
    (void)state;
    struct table table;
    table_start(&table, columns, 3);
    table_cell(&table, "vertex");
    table_cell(&table, "%.1f", 1234.56);
    table_cell(&table, "a");
    table_cell(&table, "Šulc");
    table_cell(&table, "–");
    table_cell(&table, "%s", "");
    char *text = printed(&table, 2);
    assert_string_equal(text, "  name    time, µs  note\n"
                              "  ──────────────────────\n"
                              "  vertex    1234.6  a\n"
                              "  Šulc           –\n");
    free(text);
    table_free(&table);
}

static void empty_tables_are_a_header(void **state)
{
    (void)state;
    struct table table;
    table_start(&table, columns, 3);
    char *text = printed(&table, 0);
    assert_string_equal(text, "name  time, µs  note\n────────────────────\n");
    free(text);
    table_free(&table);
}

static void many_rows_are_kept_in_order(void **state)
{
    (void)state;
    struct table table;
    table_start(&table, columns, 1);
    for (int k = 0; k < 1000; k++)
        table_cell(&table, "%d", k);
    assert_int_equal(table.cells, 1000);
    assert_string_equal(table.cell[999], "999");
    table_free(&table);
}

static void width_counts_characters(void **state)
{
    (void)state;
    assert_int_equal(text_width(""), 0);
    assert_int_equal(text_width("ρ* = 0.5 µs …"), 13);
}

static void significant_digits_without_exponents(void **state)
{
    (void)state;
    char text[TEXT_NUMBER];
    assert_string_equal(text_significant(1234567.8, 4, text), "1234568");
    assert_string_equal(text_significant(812.34, 4, text), "812.3");
    assert_string_equal(text_significant(99.996, 4, text), "100.0");
    assert_string_equal(text_significant(9.9996, 4, text), "10.00");
    assert_string_equal(text_significant(0.0123456, 3, text), "0.0123");
    assert_string_equal(text_significant(0, 3, text), "0.00");
    assert_string_equal(text_significant(-2.5, 2, text), "-2.5");
    assert_string_equal(text_significant(NAN, 3, text), "–");
}

static void durations_are_said(void **state)
{
    static const struct {
        double seconds;
        const char *said;
    } durations[] = {{0, "0 s"},
                     {59.4, "59 s"},
                     {59.6, "1 min"},
                     {3569, "59 min"},
                     {3571, "1 h 0 min"},
                     {7500, "2 h 5 min"},
                     {86369, "23 h 59 min"},
                     {86371, "1 d 0 h"},
                     {273600, "3 d 4 h"},
                     {INFINITY, "–"},
                     {NAN, "–"}};
    char text[TEXT_NUMBER];
    (void)state;
    for (size_t k = 0; k < sizeof durations / sizeof *durations; k++)
        assert_string_equal(text_duration(durations[k].seconds, text), durations[k].said);
}

static void thousands_are_grouped(void **state)
{
    (void)state;
    char text[TEXT_NUMBER];
    assert_string_equal(text_thousands(7, text), "7");
    assert_string_equal(text_thousands(999, text), "999");
    assert_string_equal(text_thousands(1000, text), "1,000");
    assert_string_equal(text_thousands(16777216, text), "16,777,216");
    assert_string_equal(text_thousands(-100000, text), "-100,000");
}

static void whole_numbers_are_those_that_a_double_counts(void **state)
{
    static const struct {
        double value;
        const char *text;
    } numbers[] = {{0, "0"},    {-1234.9, "-1,234"}, {0x1p53, "9,007,199,254,740,992"},
                   {9e18, "–"}, {-1e300, "–"},       {INFINITY, "–"},
                   {NAN, "–"}};
    (void)state;
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++) {
        char text[TEXT_NUMBER];
        assert_string_equal(text_whole(numbers[k].value, text), numbers[k].text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(durations_are_said),
        cmocka_unit_test(columns_are_aligned),
        cmocka_unit_test(empty_tables_are_a_header),
        cmocka_unit_test(many_rows_are_kept_in_order),
        cmocka_unit_test(width_counts_characters),
        cmocka_unit_test(significant_digits_without_exponents),
        cmocka_unit_test(thousands_are_grouped),
        cmocka_unit_test(whole_numbers_are_those_that_a_double_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
