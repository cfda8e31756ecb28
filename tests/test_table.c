/* Tables: what is printed, character by character. */
#include "harness/table.h"

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns_are_aligned),
        cmocka_unit_test(empty_tables_are_a_header),
        cmocka_unit_test(many_rows_are_kept_in_order),
        cmocka_unit_test(width_counts_characters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
