/* Plain text tables: aligned columns, widths counted in characters rather than bytes. */
#ifndef PAIRLANES_TABLE_H
#define PAIRLANES_TABLE_H

#include "harness/base/error.h"

#include <stdint.h>
#include <stdio.h>

enum table_align { TABLE_LEFT, TABLE_RIGHT };

struct table_column {
    const char *header; /* UTF-8, printed as the cells are */
    enum table_align align;
};

/** Cells fill row after row. Start from table_start; the columns must outlive the table. */
struct table {
    const struct table_column *columns;
    int column_count;
    char **cell;
    int64_t cells, capacity;
    bool exhausted; /* memory ran out: the table prints an error instead */
};

/** An empty table with these columns. */
void table_start(struct table *table, const struct table_column *columns, int column_count);

/** Appends one cell (printf format, UTF-8), to be printed as it may be shown (plain.h). */
void table_cell(struct table *table, const char *format, ...) __attribute__((format(printf, 2, 3)));

/**
 * Prints header, rule and rows, each line after `indent` spaces, without trailing blanks. A last
 * row that is not full ends early. EXIT_ENVIRONMENT if memory ran out while it was filled.
 */
bool table_print(const struct table *table, int indent, FILE *stream, struct error *error);

/** Frees the cells. A zeroed table may be freed. */
void table_free(struct table *table);

#endif
