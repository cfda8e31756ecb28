/* Tests how untrusted text is printed on a terminal and in files of each format. */
#include "harness/base/error.h"
#include "harness/base/escape.h"
#include "harness/base/printable.h"
#include "harness/base/table.h"
#include "harness/json/json_file.h"
#include "tests/cmocka.h"

#include <stdlib.h>
#include <string.h>

enum { SHOWN = 64 };

static const struct {
    const char *text, *shown;
} plain[] = {
    {"", ""},
    {"ρ = 0.5 µs, 日本 𝄞", "ρ = 0.5 µs, 日本 𝄞"},
    {"a\tb\r\nc", "a b  c"},
    {"\033[2J\033]0;x\a", "\uFFFD[2J\uFFFD]0;x\uFFFD"},
    {"a\177b", "a\uFFFDb"},
    {"a\xC2\x9B"
     "2Jb",
     "a\uFFFD2Jb"},
    {"a\u2028b\xC2\x85"
     "c",
     "a b c"},
    {"a\u202Egnp\u202C", "a\uFFFDgnp\uFFFD"},
    {"a\xFF\xFE", "a\uFFFD\uFFFD"},
    {"a\xC0\x80z", "a\uFFFD\uFFFDz"},
    {"\xE2\x82", "\uFFFD\uFFFD"},
    {"\xE2\x82z", "\uFFFD\uFFFDz"},
    {"\xED\xA0\x80", "\uFFFD\uFFFD\uFFFD"},
    {"\xF4\x90\x80\x80", "\uFFFD\uFFFD\uFFFD\uFFFD"},
    {"\xEF\xBF\xBF", "\uFFFD"},
};

TEST(printable_text_stays_and_control_characters_go)
{
    char shown[SHOWN];
    for (size_t k = 0; k < sizeof plain / sizeof *plain; k++)
        assert_string_equal(printable_copy(shown, sizeof shown, plain[k].text, false),
                            plain[k].shown);
    assert_string_equal(printable_copy(shown, sizeof shown, "a:\n\tb\r", true), "a:\n\tb ");
}

TEST(no_character_is_cut)
{
    char shown[SHOWN];
    assert_string_equal(printable_copy(shown, 4, "aρρ", false), "aρ");
    assert_string_equal(printable_copy(shown, 5, "aρρ", false), "aρ");
    assert_string_equal(printable_copy(shown, 6, "aρρ", false), "aρρ");
    assert_string_equal(printable_copy(shown, 1, "aρρ", false), "");
}

typedef void write_text(FILE *stream, const char *text);

static void as_csv(FILE *stream, const char *text)
{
    escape_cell(stream, text, ',');
}

static void as_tsv(FILE *stream, const char *text)
{
    escape_cell(stream, text, '\t');
}

static void as_line(FILE *stream, const char *text)
{
    printable_line(stream, "%s", text);
}

static const struct {
    write_text *write;
    const char *text, *written;
} escaped[] = {
    {escape_markdown_cell, "a|b\nc\033", " a&#124;b c\uFFFD |"},
    {escape_markdown, "`x` <script> [y](z) *w* a_b \\ &amp;",
     "&#96;x&#96; &#60;script&#62; &#91;y&#93;(z) &#42;w&#42; a&#95;b &#92; &#38;amp;"},
    {escape_xml, "<a b=\"c\" d='e'>&\n\001\xFF",
     "&#60;a b=&#34;c&#34; d=&#39;e&#39;&#62;&#38; \uFFFD\uFFFD"},
    {as_csv, "plain", "plain"},
    {as_csv, "a \"b\", c\nd", "\"a \"\"b\"\", c d\""},
    {as_csv, "=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"},
    {as_csv, "@SUM(1,2)", "\"'@SUM(1,2)\""},
    {as_csv, "+1+1", "'+1+1"},
    {as_csv, "\t=1", "' =1"},
    {as_csv, "-", "'-"},
    {as_csv, "-1.5e-3", "-1.5e-3"},
    {as_csv, "+7", "+7"},
    {as_tsv, "a\tb, \"c\"\n", "a b, \"c\" "},
    {as_tsv, "-inf", "'-inf"},
    {printable_quoted, "a\"b\\\n\033", "\"a'b' \uFFFD\""},
    {as_line, "a\nb\033[m", "a b\uFFFD[m\n"},
};

TEST(formats_hold_any_text)
{
    for (size_t k = 0; k < sizeof escaped / sizeof *escaped; k++) {
        char *text = NULL;
        size_t size = 0;
        FILE *stream = open_memstream(&text, &size);
        assert_non_null(stream);
        escaped[k].write(stream, escaped[k].text);
        fclose(stream);
        assert_string_equal(text, escaped[k].written);
        free(text);
    }
}

TEST(endless_lines_are_cut_and_reported)
{
    enum { LENGTH = 1 << 17 };
    char *text = malloc(LENGTH + 1), *line = NULL;
    size_t size = 0;
    assert_non_null(text);
    memset(text, 'x', LENGTH);
    text[LENGTH] = '\0';
    FILE *stream = open_memstream(&line, &size);
    printable_line(stream, "%s", text);
    fclose(stream);
    assert_true(size < LENGTH);
    assert_string_equal(line + size - strlen("x…\n"), "x…\n");
    free(line);
    free(text);
}

TEST(json_is_utf8_without_control_characters)
{
    char *text = NULL;
    size_t size = 0;
    cJSON *document = cJSON_CreateObject();
    cJSON_AddStringToObject(document, "a\xFF",
                            "\033[2J \177 \xC2\x9B"
                            "2J ρ \xC3");
    FILE *stream = open_memstream(&text, &size);
    json_file_print(stream, document);
    fclose(stream);
    assert_string_equal(text, "{\n\t\"a\uFFFD\":\t\"\\u001b[2J \\u007f \\u009b2J ρ \uFFFD\"\n}\n");
    free(text);
}

TEST(errors_are_shown_as_texts_of_several_lines)
{
    struct error error;
    error_set(&error, EXIT_USAGE, "%s:\n\t%s", "a\033c", "b\xFF");
    assert_string_equal(error.text, "a\uFFFDc:\n\tb\uFFFD");
    error_prefix(&error, "d\033");
    assert_string_equal(error.text, "d\uFFFD: a\uFFFDc:\n\tb\uFFFD");
}

TEST(tables_stay_in_their_columns)
{
    static const struct table_column columns[] = {{"a\nb", TABLE_LEFT}, {"c", TABLE_LEFT}};
    char *text = NULL;
    size_t size = 0;
    struct table table;
    table_start(&table, columns, 2);
    table_cell(&table, "x\033[8m\n\xFF");
    table_cell(&table, "y");
    FILE *stream = open_memstream(&text, &size);
    table_print(&table, 0, stream);
    fclose(stream);
    assert_string_equal(text, "a b      c\n──────────\nx\uFFFD[8m \uFFFD  y\n");
    free(text);
    table_free(&table);
}

TESTS_MAIN(NULL, NULL)
