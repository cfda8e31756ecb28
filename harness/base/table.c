#include "harness/base/table.h"

#include "harness/base/memory.h"
#include "harness/base/text.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>

void table_start(struct table *table, const struct table_column *columns, int column_count)
{
    *table = (struct table){.columns = columns, .column_count = column_count};
}

static void append(struct table *table, struct table_cell cell, const char *format,
                   va_list arguments)
{
    cell.text = text_formatted(format, arguments);
    table->cell =
        memory_room(table->cell, table->cells, &table->capacity, sizeof *table->cell, "a table");
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

void table_print(const struct table *table, int indent, FILE *stream)
{
    struct table indented = *table;
    struct table_style style = {.format = TABLE_TEXT};
    struct error none; /* no error is possible, because no columns are requested by name */
    indented.indent = indent;
    table_write(&indented, &style, stream, &none);
}

void table_free(struct table *table)
{
    for (int64_t k = 0; k < table->cells; k++)
        free(table->cell[k].text);
    free(table->cell);
    *table = (struct table){0};
}
