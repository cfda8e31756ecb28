#include "harness/base/table.h"

#include "harness/base/plain.h"
#include "harness/base/text.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { GAP = 2 };

void table_start(struct table *table, const struct table_column *columns, int column_count)
{
    *table = (struct table){.columns = columns, .column_count = column_count};
}

static bool grow(struct table *table)
{
    if (table->cells < table->capacity)
        return true;
    int64_t capacity = table->capacity ? 2 * table->capacity : 64;
    char **cell = realloc(table->cell, (size_t)capacity * sizeof *cell);
    if (cell == NULL)
        return false;
    table->cell = cell;
    table->capacity = capacity;
    return true;
}

void table_cell(struct table *table, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *text = NULL;
    if (!grow(table) || vasprintf(&text, format, arguments) < 0)
        table->exhausted = true;
    else
        table->cell[table->cells++] = text;
    va_end(arguments);
}

static void print_blanks(int count, FILE *stream)
{
    fprintf(stream, "%*s", count, "");
}

/* Blanks are held back until the next text is written, so that no line ends with blanks. */
static void print_cell(const char *text, int width, enum table_align align, int *pending,
                       FILE *stream)
{
    int blank = width - text_width(text);
    if (*text != '\0') {
        print_blanks(*pending + (align == TABLE_RIGHT ? blank : 0), stream);
        plain_write(stream, text);
        *pending = align == TABLE_RIGHT ? 0 : blank;
    } else {
        *pending += width;
    }
    *pending += GAP;
}

bool table_print(const struct table *table, int indent, FILE *stream, struct error *error)
{
    int *width = calloc((size_t)table->column_count, sizeof *width);
    if (table->exhausted || width == NULL) {
        free(width);
        return error_set(error, EXIT_ENVIRONMENT, "out of memory for a table");
    }

    int total = GAP * (table->column_count - 1);
    for (int column = 0; column < table->column_count; column++) {
        width[column] = text_width(table->columns[column].header);
        for (int64_t k = column; k < table->cells; k += table->column_count)
            if (text_width(table->cell[k]) > width[column])
                width[column] = text_width(table->cell[k]);
        total += width[column];
    }

    int pending = indent;
    for (int column = 0; column < table->column_count; column++)
        print_cell(table->columns[column].header, width[column], table->columns[column].align,
                   &pending, stream);
    fputc('\n', stream);
    print_blanks(indent, stream);
    for (int k = 0; k < total; k++)
        fputs("─", stream);
    fputc('\n', stream);
    for (int64_t k = 0; k < table->cells; k++) {
        int column = (int)(k % table->column_count);
        if (column == 0)
            pending = indent;
        print_cell(table->cell[k], width[column], table->columns[column].align, &pending, stream);
        if (column == table->column_count - 1 || k == table->cells - 1)
            fputc('\n', stream);
    }
    free(width);
    return true;
}

void table_free(struct table *table)
{
    for (int64_t k = 0; k < table->cells; k++)
        free(table->cell[k]);
    free(table->cell);
    *table = (struct table){0};
}
