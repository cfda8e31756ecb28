#include "harness/report/export.h"

#include "harness/base/escape.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { ASSIGNMENTS = 1024 };

/* The columns that tables have beside the members of a case. */
static const struct member beside[] = {
    {.path = "file", .kind = MEMBER_TEXT, .offset = offsetof(struct record, file)},
    {.path = "host", .kind = MEMBER_TEXT, .offset = offsetof(struct record, host)},
    {.path = "commit", .kind = MEMBER_TEXT, .offset = offsetof(struct record, commit)},
    {.path = "date", .kind = MEMBER_TEXT, .offset = offsetof(struct record, date)},
    {.path = "step_lists", .kind = MEMBER_NUMBER, .offset = offsetof(struct record, step_lists)},
    {.path = "step_waiting",
     .kind = MEMBER_NUMBER,
     .offset = offsetof(struct record, step_waiting)},
    {.path = "threads_per_instruction",
     .kind = MEMBER_NUMBER,
     .offset = offsetof(struct record, threads_per_instruction)},
    {.path = NULL}};

bool export_format_find(const char *name, enum export_format *format)
{
    if (strcmp(name, "tsv") == 0)
        *format = EXPORT_TSV;
    else if (strcmp(name, "csv") == 0)
        *format = EXPORT_CSV;
    else
        return false;
    return true;
}

static char separator(enum export_format format)
{
    return format == EXPORT_CSV ? ',' : '\t';
}

/* Writes the number with the fewest digits that read back as the same number. */
static void write_number(FILE *stream, double value)
{
    char text[32];
    snprintf(text, sizeof text, "%.15g", value);
    if (strtod(text, NULL) != value)
        snprintf(text, sizeof text, "%.17g", value);
    fputs(text, stream);
}

static void write_value(FILE *stream, const struct member *member, const void *field,
                        enum export_format format)
{
    char assignments[ASSIGNMENTS];
    switch (member->kind) {
    case MEMBER_INTEGER:
    case MEMBER_NUMBER:
        if (isfinite(*(const double *)field))
            write_number(stream, *(const double *)field);
        break;
    case MEMBER_MAP:
        record_assignments(*(const cJSON *const *)field, assignments, sizeof assignments);
        escape_cell(stream, assignments, separator(format));
        break;
    default:
        escape_cell(stream, *(const char *const *)field, separator(format));
    }
}

/* A line of a table that is being written. */
struct line {
    FILE *stream;
    enum export_format format;
    bool begun;
};

static void separate(struct line *line)
{
    if (line->begun)
        fputc(separator(line->format), line->stream);
    line->begun = true;
}

/* Writes the values of the structure, or the names of the columns if it is NULL. */
static void write_columns(struct line *line, const struct member *members, const char *prefix,
                          const void *structure)
{
    char name[MEMBER_TEXT_SIZE];
    for (const struct member *member = members; member->path != NULL; member++) {
        const void *field = structure != NULL ? (const char *)structure + member->offset : NULL;
        if (member->kind == MEMBER_OBJECT && member->members != NULL) {
            snprintf(name, sizeof name, "%s%s_", prefix, member->path);
            write_columns(line, member->members, name, field);
        } else if (member_column(member, prefix, name) != NULL) {
            separate(line);
            if (structure == NULL)
                fputs(name, line->stream);
            else
                write_value(line->stream, member, field, line->format);
        }
    }
}

static void write_line(FILE *stream, enum export_format format, const struct record *record)
{
    struct line line = {.stream = stream, .format = format};
    write_columns(&line, beside, "", record);
    write_columns(&line, case_members, "", record);
    fputs(format == EXPORT_CSV ? "\r\n" : "\n", stream);
}

void export_records(FILE *stream, const struct records *records, enum export_format format)
{
    write_line(stream, format, NULL);
    for (int64_t k = 0; k < records->count; k++)
        write_line(stream, format, &records->record[k]);
}
