/* Writes tables in each format. */
#include "harness/base/escape.h"
#include "harness/base/memory.h"
#include "harness/base/printable.h"
#include "harness/base/suggest.h"
#include "harness/base/table.h"
#include "harness/base/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { GAP = 2, NARROWEST = 24 /* minimum width of a column of wrapped text */ };

/* The columns that are written, in order. */
struct view {
    const struct table *table;
    int *column, *width;
    int count;
    int wraps; /* width of the last column if its text is wrapped; 0: it is not */
};

static const char *key_of(const struct table *table, int column)
{
    return table->keys != NULL ? table->keys[column] : table->columns[column].header;
}

static int64_t rows_of(const struct table *table)
{
    return (table->cells + table->column_count - 1) / table->column_count;
}

/* Returns a cell; NULL if the last row is incomplete and ends before it. */
static const struct table_cell *cell_at(const struct table *table, int64_t row, int column)
{
    int64_t index = row * table->column_count + column;
    return index < table->cells ? &table->cell[index] : NULL;
}

static const char *text_at(const struct table *table, int64_t row, int column)
{
    const struct table_cell *cell = cell_at(table, row, column);
    return cell != NULL ? cell->text : "";
}

static bool says_nothing(const char *text)
{
    return text[0] == '\0' || strcmp(text, "–") == 0;
}

/* Whether all rows have the same value in a column. */
static bool is_common(const struct table *table, int column)
{
    for (int64_t row = 1; row < rows_of(table); row++)
        if (strcmp(text_at(table, row, column), text_at(table, 0, column)) != 0)
            return false;
    return table->cells > 0;
}

/* --- choosing columns --- */

/*
 * Whether a word of `length` characters is the name of a column, or the part of the name before the
 * unit. The unit begins with `unit`.
 */
static bool is_name(const char *name, const char *word, size_t length, const char *unit)
{
    return length > 0 && strncasecmp(name, word, length) == 0 &&
           (name[length] == '\0' || strncmp(name + length, unit, strlen(unit)) == 0);
}

/* Finds a column by its header, or by its key (the name for programs); -1 if there is none. */
static int find(const struct table *table, const char *word, size_t length, bool people)
{
    for (int pass = 0; pass < 2; pass++)
        for (int k = 0; k < table->column_count; k++)
            if ((pass == 0) == people ? is_name(table->columns[k].header, word, length, ", ")
                                      : is_name(key_of(table, k), word, length, "_ns"))
                return k;
    return -1;
}

static bool refuse(const struct table *table, const char *word, size_t length, struct error *error)
{
    char name[64];
    const char **keys = memory_new(table->column_count + 1, sizeof *keys, "a table");
    for (int k = 0, count = 0; k < table->column_count; k++)
        if (key_of(table, k)[0] != '\0')
            keys[count++] = key_of(table, k);
    snprintf(name, sizeof name, "%.*s", (int)length, word);
    suggest_error(error, "column", name, keys);
    free(keys);
    return false;
}

static bool choose_named(struct view *view, const char *names, bool people, struct error *error)
{
    const struct table *table = view->table;
    if (*names == '\0')
        return refuse(table, names, 0, error);
    while (*names != '\0') {
        size_t length = strcspn(names, ",");
        int found = find(table, names, length, people);
        if (found < 0)
            return refuse(table, names, length, error);
        if (view->count < table->column_count)
            view->column[view->count++] = found;
        names += length + (names[length] == ',');
    }
    return true;
}

static bool choose(struct view *view, const struct table_style *style, struct error *error)
{
    const struct table *table = view->table;
    bool people = table_for_people(style);
    bool all = style->columns != NULL && strcmp(style->columns, "all") == 0;
    if (style->columns != NULL && !all)
        return choose_named(view, style->columns, people, error);
    for (int k = 0; k < table->column_count; k++) {
        int align = table->columns[k].align;
        bool common = people && !all && is_common(table, k);
        bool heading = common && ((align & TABLE_COMMON) ||
                                  (align >= TABLE_LEAVES(1) && says_nothing(text_at(table, 0, k))));
        if (!(align & (people ? TABLE_DATA : TABLE_SHOWN)) && !heading)
            view->column[view->count++] = k;
    }
    return true;
}

bool table_check(const struct table *table, const struct table_style *style, struct error *error)
{
    struct view view = {.table = table};
    view.column = memory_new(table->column_count, sizeof *view.column, "a table");
    bool good = choose(&view, style, error);
    free(view.column);
    return good;
}

/* --- text format --- */

static void measure(struct view *view)
{
    const struct table *table = view->table;
    for (int k = 0; k < view->count; k++) {
        int column = view->column[k];
        view->width[k] = text_width(table->columns[column].header);
        for (int64_t row = 0; row < rows_of(table); row++)
            view->width[k] = (int)fmax(view->width[k], text_width(text_at(table, row, column)));
    }
}

static int total_of(const struct view *view)
{
    int total = GAP * (view->count - 1);
    for (int k = 0; k < view->count; k++)
        total += view->width[k];
    return total;
}

static int leaves(const struct view *view, int place)
{
    return view->table->columns[view->column[place]].align / TABLE_LEAVES(1);
}

/* Records the name of a dropped column, unless it is recorded already. */
static void note(struct table_style *style, const char *header)
{
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(header, ","), header);
    const char *at = strstr(style->left_out, name);
    size_t width = strlen(name);
    while (at != NULL && at[width] != '\0' && at[width] != ',')
        at = strstr(at + 1, name);
    if (at == NULL && strlen(style->left_out) + width + 3 < sizeof style->left_out)
        text_append(style->left_out, sizeof style->left_out, ", ", "%s", name);
}

static void leave(struct view *view, int place)
{
    for (int k = place; k + 1 < view->count; k++) {
        view->column[k] = view->column[k + 1];
        view->width[k] = view->width[k + 1];
    }
    view->count--;
}

/*
 * Drops the least important columns until the table fits. If it is still too wide, wraps the last
 * column.
 */
static void fit(struct view *view, struct table_style *style)
{
    int room = style->width - view->table->indent;
    while (style->width > 0 && style->columns == NULL && total_of(view) > room) {
        int first = 0;
        for (int k = 1; k < view->count; k++)
            if (leaves(view, k) >= leaves(view, first))
                first = k;
        if (leaves(view, first) == 0)
            break;
        note(style, view->table->columns[view->column[first]].header);
        leave(view, first);
    }
    int last = view->count - 1, over = total_of(view) - room;
    if (style->width > 0 && over > 0 && last > 0 &&
        !(view->table->columns[view->column[last]].align & TABLE_RIGHT) &&
        view->width[last] > NARROWEST)
        view->wraps = view->width[last] = (int)fmax(view->width[last] - over, NARROWEST);
}

static void print_blanks(int count, FILE *stream)
{
    fprintf(stream, "%*s", count, "");
}

/*
 * Prints a cell. Blanks are printed only when a text follows, so that lines do not end with blanks.
 */
static void print_cell(const char *text, int width, bool right, int *pending, FILE *stream)
{
    int blank = width - text_width(text);
    if (*text != '\0') {
        print_blanks(*pending + (right ? blank : 0), stream);
        printable_write(stream, text);
        *pending = right ? 0 : blank;
    } else {
        *pending += width;
    }
    *pending += GAP;
}

static void print_line(const struct view *view, int64_t row, FILE *stream)
{
    const struct table *table = view->table;
    int pending = table->indent;
    for (int k = 0; k < view->count; k++) {
        int column = view->column[k];
        const char *text = row < 0 ? table->columns[column].header : text_at(table, row, column);
        if (k == view->count - 1 && view->wraps > 0 && text[0] != '\0') {
            int before = table->indent + total_of(view) - view->wraps;
            print_blanks(pending, stream);
            table_wrapped(stream, before + view->wraps, before, before, "%s", text);
            return;
        }
        print_cell(text, view->width[k], table->columns[column].align & TABLE_RIGHT, &pending,
                   stream);
    }
    fputc('\n', stream);
}

/*
 * Writes the values of columns that are left out because all rows have the same value: "sort cell,
 * threads 2". Returns the length.
 */
static int common_text(const struct view *view, const struct table_style *style, char *text,
                       size_t size)
{
    const struct table *table = view->table;
    text[0] = '\0';
    for (int k = 0; k < table->column_count && style->columns == NULL; k++) {
        const char *said = text_at(table, 0, k);
        if (!(table->columns[k].align & TABLE_COMMON) || (table->columns[k].align & TABLE_DATA) ||
            !is_common(table, k) || says_nothing(said))
            continue;
        text_append(text, size, ", ", "%s%s%s", table->columns[k].header,
                    table->columns[k].header[0] != '\0' ? " " : "", said);
    }
    return (int)strlen(text);
}

static void write_text(struct view *view, struct table_style *style, FILE *stream)
{
    const struct table *table = view->table;
    char common[1024];
    if (table->title != NULL)
        table_wrapped(stream, style->width, 0, table->indent, "%s", table->title);
    if (common_text(view, style, common, sizeof common) > 0) {
        print_blanks(table->indent, stream);
        table_wrapped(stream, style->width, table->indent, table->indent, "%s", common);
    }
    measure(view);
    fit(view, style);
    print_line(view, -1, stream);
    print_blanks(table->indent, stream);
    for (int k = 0; k < total_of(view); k++)
        fputs("─", stream);
    fputc('\n', stream);
    for (int64_t row = 0; row < rows_of(table); row++)
        print_line(view, row, stream);
}

/* --- other formats --- */

static void write_markdown(const struct view *view, const struct table_style *style, FILE *stream)
{
    const struct table *table = view->table;
    char common[1024];
    if (table->title != NULL) {
        fputs("**", stream);
        escape_markdown(stream, table->title);
        fputs("**", stream);
        if (common_text(view, style, common, sizeof common) > 0) {
            fputs(": ", stream);
            escape_markdown(stream, common);
        }
        fputs("\n\n", stream);
    }
    fputc('|', stream);
    for (int k = 0; k < view->count; k++)
        escape_markdown_cell(stream, table->columns[view->column[k]].header);
    fputs("\n|", stream);
    for (int k = 0; k < view->count; k++)
        fputs(table->columns[view->column[k]].align & TABLE_RIGHT ? "--:|" : "---|", stream);
    fputc('\n', stream);
    for (int64_t row = 0; row < rows_of(table); row++) {
        fputc('|', stream);
        for (int k = 0; k < view->count; k++)
            escape_markdown_cell(stream, text_at(table, row, view->column[k]));
        fputc('\n', stream);
    }
}

static void write_object(const struct view *view, int64_t row, FILE *stream)
{
    char number[TEXT_NUMBER];
    fputc('{', stream);
    for (int k = 0; k < view->count; k++) {
        const struct table_cell *cell = cell_at(view->table, row, view->column[k]);
        fputs(k > 0 ? ", " : "", stream);
        escape_json_string(stream, key_of(view->table, view->column[k]));
        fputs(": ", stream);
        if (cell == NULL || (cell->counts ? !isfinite(cell->number) : cell->text[0] == '\0'))
            fputs("null", stream);
        else if (cell->counts)
            fputs(text_exact(cell->number, number), stream);
        else
            escape_json_string(stream, cell->text);
    }
    fputc('}', stream);
}

static void write_json(const struct view *view, FILE *stream)
{
    fputc('[', stream);
    for (int64_t row = 0; row < rows_of(view->table); row++) {
        fputs(row > 0 ? ",\n " : "\n ", stream);
        write_object(view, row, stream);
    }
    fputs("\n]\n", stream);
}

static void write_lines(const struct view *view, FILE *stream)
{
    for (int64_t row = 0; row < rows_of(view->table); row++) {
        write_object(view, row, stream);
        fputc('\n', stream);
    }
}

static void write_separated(const struct view *view, char separator, FILE *stream)
{
    const char *end = separator == ',' ? "\r\n" : "\n";
    char number[TEXT_NUMBER];
    for (int k = 0; k < view->count; k++) {
        if (k > 0)
            fputc(separator, stream);
        escape_cell(stream, key_of(view->table, view->column[k]), separator);
    }
    fputs(end, stream);
    for (int64_t row = 0; row < rows_of(view->table); row++) {
        for (int k = 0; k < view->count; k++) {
            const struct table_cell *cell = cell_at(view->table, row, view->column[k]);
            if (k > 0)
                fputc(separator, stream);
            if (cell != NULL && !cell->counts)
                escape_cell(stream, cell->text, separator);
            else if (cell != NULL && isfinite(cell->number))
                fputs(text_exact(cell->number, number), stream);
        }
        fputs(end, stream);
    }
}

bool table_write(const struct table *table, struct table_style *style, FILE *stream,
                 struct error *error)
{
    int *places = memory_new(2 * table->column_count, sizeof *places, "a table");
    struct view view = {.table = table, .column = places, .width = places + table->column_count};
    const bool good = choose(&view, style, error);
    switch (good ? (int)style->format : -1) {
    case TABLE_TEXT:
        write_text(&view, style, stream);
        break;
    case TABLE_MARKDOWN:
        write_markdown(&view, style, stream);
        break;
    case TABLE_JSON:
        write_json(&view, stream);
        break;
    case TABLE_JSONL:
        write_lines(&view, stream);
        break;
    case TABLE_CSV:
    case TABLE_TSV:
        write_separated(&view, style->format == TABLE_CSV ? ',' : '\t', stream);
        break;
    }
    free(places);
    return good;
}
