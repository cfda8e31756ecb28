/*
 * Tables for people and for programs. As text and Markdown they have aligned columns, widths
 * counted in characters rather than bytes, and as text they fit a width; as JSON, JSON lines, CSV
 * and TSV they have one value per field, and unrounded numbers.
 */
#pragma once

#include "harness/base/error.h"

#include <stdint.h>
#include <stdio.h>

enum table_format {
    TABLE_TEXT,
    TABLE_MARKDOWN,
    TABLE_JSON,  /* an array with an object per row, each on a line */
    TABLE_JSONL, /* an object per line */
    TABLE_CSV,   /* RFC 4180 */
    TABLE_TSV,
};

/** Flags of a column. */
enum table_align {
    TABLE_LEFT = 0,
    TABLE_RIGHT = 1,
    TABLE_COMMON = 2, /* moves to the heading if all rows have the same value, and is omitted if
                       * no row has one */
    TABLE_SHOWN = 4,  /* only shown to people */
    TABLE_DATA = 8,   /* written for programs; for people only if named */
};

/**
 * Flag of a column that is dropped if the table is too wide, the highest rank first, or if it has
 * no values.
 */
#define TABLE_LEAVES(rank) ((rank) << 4)

struct table_column {
    const char *header; /* UTF-8, printed like the cells */
    int align;          /* enum table_align and TABLE_LEAVES */
};

/** Style of tables. */
struct table_style {
    enum table_format format;
    int width; /* width of text, in characters; 0: any */
    /* names of the wanted columns, "time,skin" or "all"; NULL: the usual ones */
    const char *columns;
    bool brief;         /* true if only the conclusions are written */
    char left_out[256]; /* columns dropped so far to fit the width, for table_left_out */
};

struct table_cell {
    char *text;
    double number; /* true if the cell is a number */
    bool counts;   /* a number for programs */
};

/** Cells fill row after row. Start from table_start; the columns must outlive the table. */
struct table {
    const struct table_column *columns;
    int column_count;
    const char *const *keys; /* names of the columns for programs and for --columns; NULL: the
                                headers are */
    const char *title;       /* a line above it, for people; NULL: none */
    int indent;              /* blanks before each line of text */
    struct table_cell *cell;
    int64_t cells, capacity;
};

/** Starts an empty table with these columns. */
void table_start(struct table *table, const struct table_column *columns, int column_count);

/** Appends one cell (printf format, UTF-8), printed in printable form (printable.h). */
void table_cell(struct table *table, const char *format, ...) __attribute__((format(printf, 2, 3)));

/**
 * Appends a number: in this format for people ("–" if it is not finite), unrounded for programs.
 */
void table_number(struct table *table, double number, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/**
 * Prints header, rule and rows, each line after `indent` spaces, without trailing blanks. A last
 * row that is not full ends early.
 */
void table_print(const struct table *table, int indent, FILE *stream);

/** Writes the table in a style. EXIT_USAGE for an unknown column. */
bool table_write(const struct table *table, struct table_style *style, FILE *stream,
                 struct error *error);

/**
 * Whether the table has the columns that a style names; it needs no cells yet. Errors are those of
 * table_write.
 */
bool table_check(const struct table *table, const struct table_style *style, struct error *error);

/** Whether the style is for people. Otherwise a command writes a single table and nothing else. */
bool table_for_people(const struct table_style *style);

/**
 * Returns the style of a second table next to one with named columns: its usual columns, or all if
 * the first has all.
 */
struct table_style table_following_style(const struct table_style *style);

/** Writes a line that says which columns tables had to leave out for their width, if any. */
void table_left_out(const struct table_style *style, FILE *stream);

/** Finds a format by name; EXIT_USAGE with all names and the nearest. */
bool table_format_find(const char *name, enum table_format *format, struct error *error);

/**
 * Returns the width of a line on the standard output: COLUMNS, otherwise the terminal's width,
 * otherwise 100; from 40 to 10,000.
 */
int table_terminal_width(void);

/**
 * Writes a text (printf format) in printable form, in lines of at most `width` characters (0: any),
 * broken at blanks. The first line already has `start` characters; the others begin with `indent`
 * blanks.
 */
void table_wrapped(FILE *stream, int width, int start, int indent, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

/** Frees the cells. A zeroed table may be freed. */
void table_free(struct table *table);
