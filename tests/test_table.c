/* Tests printed tables, character by character. */
#include "harness/base/table.h"
#include "harness/base/text.h"
#include "tests/cmocka.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct table_column columns[] = {
    {"name", TABLE_LEFT}, {"time, µs", TABLE_RIGHT}, {"note", TABLE_LEFT}};

static char *printed(const struct table *table, int indent)
{
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    assert_non_null(stream);
    table_print(table, indent, stream);
    fclose(stream);
    return text;
}

TEST(columns_are_aligned)
{
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

TEST(empty_tables_are_a_header)
{
    struct table table;
    table_start(&table, columns, 3);
    char *text = printed(&table, 0);
    assert_string_equal(text, "name  time, µs  note\n────────────────────\n");
    free(text);
    table_free(&table);
}

TEST(many_rows_are_kept_in_order)
{
    struct table table;
    table_start(&table, columns, 1);
    for (int k = 0; k < 1000; k++)
        table_cell(&table, "%d", k);
    assert_int_equal(table.cells, 1000);
    assert_string_equal(table.cell[999].text, "999");
    table_free(&table);
}

static const struct table_column machines[] = {
    {"", TABLE_SHOWN},
    {"name", TABLE_LEFT},
    {"time, µs", TABLE_RIGHT},
    {"sort", TABLE_COMMON},
    {"time_ns", TABLE_RIGHT | TABLE_DATA},
    {"pairs/s", TABLE_RIGHT | TABLE_LEAVES(2)},
    {"note", TABLE_LEFT | TABLE_LEAVES(1)},
};
static const char *const keys[] = {"", "name", "time_us", "sort", "time", "pairs_s", "note"};

static void add_machine(struct table *table, const char *name, double time, const char *note)
{
    table_cell(table, "*");
    table_cell(table, "%s", name);
    table_number(table, time, "%.1f", time);
    table_cell(table, "cell");
    table_number(table, 1e3 * time, "%g", 1e3 * time);
    table_number(table, time > 1 ? NAN : 7, "%g", 7.0);
    table_cell(table, "%s", note);
}

/* Returns the text of a table of two machines in a style. */
static char *styled(struct table_style *style)
{
    struct table table;
    char *text = NULL;
    size_t size = 0;
    struct error error;
    table_start(&table, machines, sizeof machines / sizeof *machines);
    table.keys = keys;
    table.title = "two machines";
    add_machine(&table, "a,b", 1.25, "=1+1|");
    add_machine(&table, "c\"d\x1b", 0.1, "of many words");
    FILE *stream = open_memstream(&text, &size);
    assert_non_null(stream);
    assert_true(table_write(&table, style, stream, &error));
    fclose(stream);
    table_free(&table);
    return text;
}

TEST(every_format_has_the_same_rows)
{
    static const char *const expected[] = {
        [TABLE_TEXT] = "two machines\nsort cell\n"
                       "   name  time, µs  pairs/s  note\n"
                       "─────────────────────────────────────────\n"
                       "*  a,b        1.2        –  =1+1|\n"
                       "*  c\"d\uFFFD       0.1        7  of many words\n",
        [TABLE_MARKDOWN] = "**two machines**: sort cell\n\n"
                           "|  | name | time, µs | pairs/s | note |\n"
                           "|---|---|--:|--:|---|\n"
                           "| &#42; | a,b | 1.2 | – | =1+1&#124; |\n"
                           "| &#42; | c\"d\uFFFD | 0.1 | 7 | of many words |\n",
        [TABLE_JSON] = "[\n {\"name\": \"a,b\", \"time_us\": 1.25, \"sort\": \"cell\", "
                       "\"time\": 1250, \"pairs_s\": null, \"note\": \"=1+1|\"},\n"
                       " {\"name\": \"c\\\"d\uFFFD\", \"time_us\": 0.1, \"sort\": \"cell\", "
                       "\"time\": 100, \"pairs_s\": 7, \"note\": \"of many words\"}\n]\n",
        [TABLE_JSONL] = "{\"name\": \"a,b\", \"time_us\": 1.25, \"sort\": \"cell\", "
                        "\"time\": 1250, \"pairs_s\": null, \"note\": \"=1+1|\"}\n"
                        "{\"name\": \"c\\\"d\uFFFD\", \"time_us\": 0.1, \"sort\": \"cell\", "
                        "\"time\": 100, \"pairs_s\": 7, \"note\": \"of many words\"}\n",
        [TABLE_CSV] = "name,time_us,sort,time,pairs_s,note\r\n"
                      "\"a,b\",1.25,cell,1250,,'=1+1|\r\n"
                      "\"c\"\"d\uFFFD\",0.1,cell,100,7,of many words\r\n",
        [TABLE_TSV] = "name\ttime_us\tsort\ttime\tpairs_s\tnote\n"
                      "a,b\t1.25\tcell\t1250\t\t'=1+1|\n"
                      "c\"d\uFFFD\t0.1\tcell\t100\t7\tof many words\n",
    };
    for (int k = TABLE_TEXT; k <= TABLE_TSV; k++) {
        struct table_style style = {.format = (enum table_format)k};
        char *text = styled(&style);
        assert_string_equal(text, expected[k]);
        free(text);
    }
}

TEST(columns_are_dropped_by_rank_until_the_table_fits)
{
    static const struct {
        int width;
        const char *header, *left_out;
    } widths[] = {{41, "   name  time, µs  pairs/s  note\n", ""},
                  {40, "   name  time, µs  note\n", "pairs/s"},
                  {30, "   name  time, µs\n", "pairs/s, note"}};
    for (size_t k = 0; k < sizeof widths / sizeof *widths; k++) {
        struct table_style style = {.width = widths[k].width};
        char *text = styled(&style);
        assert_non_null(strstr(text, widths[k].header));
        assert_string_equal(style.left_out, widths[k].left_out);
        free(text);
    }
}

TEST(empty_columns_are_left_out)
{
    static const struct table_column two[] = {
        {"n", TABLE_LEFT}, {"pairs", TABLE_LEAVES(1)}, {"list", TABLE_LEFT}};
    struct table table;
    table_start(&table, two, 3);
    table_cell(&table, "1");
    table_number(&table, NAN, "%g", NAN);
    table_cell(&table, "–");
    char *text = printed(&table, 0);
    assert_string_equal(text, "n  list\n───────\n1  –\n");
    free(text);
    table_free(&table);
}

TEST(requested_columns_keep_their_order)
{
    struct table_style style = {.columns = "time,NAME"};
    struct error error;
    struct table table;
    char *text = styled(&style);
    assert_string_equal(text, "two machines\n"
                              "time, µs  name\n──────────────\n"
                              "     1.2  a,b\n     0.1  c\"d\uFFFD\n");
    free(text);
    style = (struct table_style){.columns = "nam"};
    table_start(&table, machines, sizeof machines / sizeof *machines);
    table.keys = keys;
    assert_false(table_write(&table, &style, stderr, &error));
    assert_int_equal(error.code, EXIT_USAGE);
    assert_non_null(strstr(error.text, "\"nam\""));
    assert_non_null(strstr(error.text, "name"));
    table_free(&table);
}

TEST(a_last_column_of_words_is_wrapped)
{
    static const struct table_column two[] = {{"n", TABLE_LEFT}, {"what", TABLE_LEFT}};
    struct table_style style = {.width = 28};
    struct table table;
    struct error error;
    char *text = NULL;
    size_t size = 0;
    table_start(&table, two, 2);
    table_cell(&table, "1");
    table_cell(&table, "%s", "one two three four five six seven");
    FILE *stream = open_memstream(&text, &size);
    assert_non_null(stream);
    assert_true(table_write(&table, &style, stream, &error));
    fclose(stream);
    assert_string_equal(text, "n  what\n────────────────────────────\n"
                              "1  one two three four five\n   six seven\n");
    free(text);
    table_free(&table);
}

TEST(the_width_is_what_columns_says)
{
    setenv("COLUMNS", "77", 1);
    assert_int_equal(table_terminal_width(), 77);
    setenv("COLUMNS", "39", 1);
    assert_int_equal(table_terminal_width(), 40);
    setenv("COLUMNS", "99999999", 1);
    assert_int_equal(table_terminal_width(), 10000);
    setenv("COLUMNS", "none", 1);
    assert_true(table_terminal_width() >= 40);
    unsetenv("COLUMNS");
}

TEST(width_counts_characters)
{
    assert_int_equal(text_width(""), 0);
    assert_int_equal(text_width("ρ* = 0.5 µs …"), 13);
}

TEST(significant_digits_without_exponents)
{
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

TEST(durations_are_printed_in_words)
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
    for (size_t k = 0; k < sizeof durations / sizeof *durations; k++)
        assert_string_equal(text_duration(durations[k].seconds, text), durations[k].said);
}

TEST(thousands_are_grouped)
{
    char text[TEXT_NUMBER];
    assert_string_equal(text_thousands(7, text), "7");
    assert_string_equal(text_thousands(999, text), "999");
    assert_string_equal(text_thousands(1000, text), "1,000");
    assert_string_equal(text_thousands(16777216, text), "16,777,216");
    assert_string_equal(text_thousands(-100000, text), "-100,000");
}

TEST(whole_numbers_are_those_that_a_double_counts)
{
    static const struct {
        double value;
        const char *text;
    } numbers[] = {{0, "0"},    {-1234.9, "-1,234"}, {0x1p53, "9,007,199,254,740,992"},
                   {9e18, "–"}, {-1e300, "–"},       {INFINITY, "–"},
                   {NAN, "–"}};
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++) {
        char text[TEXT_NUMBER];
        assert_string_equal(text_whole(numbers[k].value, text), numbers[k].text);
    }
}

TESTS_MAIN(NULL, NULL)
