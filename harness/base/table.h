/*
 * Tables for people and for programs. As text and Markdown they have aligned columns; as text they
 * also fit a given width. Widths are counted in characters, not bytes. As JSON, JSON lines, CSV and
 * TSV they have one value per field, and numbers are not rounded.
 */
#pragma once

#include "harness/base/error.h"

#include <stdint.h>
#include <stdio.h>

enum table_format {
    TABLE_TEXT,
    TABLE_MARKDOWN,
    TABLE_JSON,  /* an array with one object per row, each on its own line */
    TABLE_JSONL, /* one object per line */
    TABLE_CSV,   /* RFC 4180 */
    TABLE_TSV,
};

/** Flags of a column. */
enum table_align {
    TABLE_LEFT = 0,
    TABLE_RIGHT = 1,
    TABLE_COMMON = 2, /* printed above the table instead if all rows have the same value; omitted
                       * if no row has a value */
    TABLE_SHOWN = 4,  /* shown only to people */
    TABLE_DATA = 8,   /* written only for programs, and for people if requested by name */
};

/**
 * Flag of a column that may be dropped. It is dropped if it has no values, or the table is too wide
 * (highest rank first).
 */
#define TABLE_LEAVES(rank) ((rank) << 4)

struct table_column {
    const char *header; /* UTF-8, printed like the cells */
    int align;          /* flags: enum table_align and TABLE_LEAVES */
};

/** Style of tables. */
struct table_style {
    enum table_format format;
    int width; /* width of text, in characters; 0: any */
    /* requested columns, "time,skin" or "all"; NULL: the default ones */
    const char *columns;
    bool brief;         /* true if only the conclusions are written */
    char left_out[256]; /* columns dropped so far to fit the width, for table_left_out */
};

struct table_cell {
    char *text;
    double number; /* value, if the cell is a number */
    bool counts;   /* true if the cell is a number */
};

/** A table. Cells are appended row by row. The columns must outlive the table. */
struct table {
    const struct table_column *columns;
    int column_count;
    const char *const *keys; /* column keys for programs and for --columns; NULL: the headers */
    const char *title;       /* line above the table, for people; NULL: none */
    int indent;              /* number of blanks before each line of text */
    struct table_cell *cell;
    int64_t cells, capacity;
};

/** Starts an empty table with `column_count` columns. */
void table_start(struct table *table, const struct table_column *columns, int column_count);

/** Appends one cell (printf format, UTF-8). It is printed in printable form (printable.h). */
void table_cell(struct table *table, const char *format, ...) __attribute__((format(printf, 2, 3)));

/**
 * Appends a number. For people it is written in this format ("–" if not finite), for programs
 * unrounded.
 */
void table_number(struct table *table, double number, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/**
 * Prints the header, a rule and the rows, each line after `indent` blanks and without trailing
 * blanks. The last row may be incomplete.
 */
void table_print(const struct table *table, int indent, FILE *stream);

/**
 * Writes the table in the format and with the columns of `style`. EXIT_USAGE if a column is
 * unknown.
 */
bool table_write(const struct table *table, struct table_style *style, FILE *stream,
                 struct error *error);

/**
 * Whether the table has the columns that `style` requests. The table may still be empty. Fails like
 * table_write.
 */
bool table_check(const struct table *table, const struct table_style *style, struct error *error);

/** Whether the format is for people. If not, a command writes a single table and nothing else. */
bool table_for_people(const struct table_style *style);

/**
 * Returns the style of a second table that is written after one with `style`. If columns were
 * requested by name, the second table has its default columns; if all were requested, it has all.
 */
struct table_style table_following_style(const struct table_style *style);

/**
 * Writes a line with the columns that were dropped because of the width. Writes nothing if there
 * are none.
 */
void table_left_out(const struct table_style *style, FILE *stream);

/**
 * Finds a format by its name. EXIT_USAGE if there is none; the error lists all names and the most
 * similar one.
 */
bool table_format_find(const char *name, enum table_format *format, struct error *error);

/**
 * Returns the width of a line on the standard output: COLUMNS, otherwise the width of the terminal,
 * otherwise 100. The width is at least 40 and at most 10,000.
 */
int table_terminal_width(void);

/**
 * Writes a text (printf format) in printable form. Breaks it at blanks into lines of at most
 * `width` characters (0: no limit). The first line already has `start` characters. Indents further
 * lines by `indent` blanks.
 */
void table_wrapped(FILE *stream, int width, int start, int indent, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

/** Frees the cells. A zeroed table may be freed. */
void table_free(struct table *table);
