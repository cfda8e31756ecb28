#include "harness/base/table.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>

void table_start(struct table *table, const struct table_column *columns, int column_count)
{
    *table = (struct table){.columns = columns, .column_count = column_count};
}

static bool grow(struct table *table)
{
    if (table->cells < table->capacity)
        return true;
    int64_t capacity = table->capacity ? 2 * table->capacity : 64;
    struct table_cell *cell = realloc(table->cell, (size_t)capacity * sizeof *cell);
    if (cell == NULL)
        return false;
    table->cell = cell;
    table->capacity = capacity;
    return true;
}

static void append(struct table *table, struct table_cell cell, const char *format,
                   va_list arguments)
{
    if (!grow(table) || vasprintf(&cell.text, format, arguments) < 0)
        table->exhausted = true;
    else
        table->cell[table->cells++] = cell;
}

void table_cell(struct table *table, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    append(table, (struct table_cell){.number = NAN}, format, arguments);
    va_end(arguments);
}

void table_number(struct table *table, double number, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    append(table, (struct table_cell){.number = number, .counts = true},
           isfinite(number) ? format : "–", arguments);
    va_end(arguments);
}

bool table_print(const struct table *table, int indent, FILE *stream, struct error *error)
{
    struct table indented = *table;
    struct table_style style = {.format = TABLE_TEXT};
    indented.indent = indent;
    return table_write(&indented, &style, stream, error);
}

void table_free(struct table *table)
{
    for (int64_t k = 0; k < table->cells; k++)
        free(table->cell[k].text);
    free(table->cell);
    *table = (struct table){0};
}
