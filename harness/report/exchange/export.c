#include "harness/report/exchange/export.h"

#include "harness/base/memory.h"
#include "harness/base/words.h"
#include "harness/report/verdicts/trust.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { REASON = 400 };

/* Columns that tables have in addition to the members of a case. */
static const struct member further[] = {
    {.path = "file", .kind = MEMBER_TEXT, .offset = offsetof(struct record, file)},
    {.path = "host", .kind = MEMBER_TEXT, .offset = offsetof(struct record, host)},
    {.path = "commit", .kind = MEMBER_TEXT, .offset = offsetof(struct record, commit)},
    {.path = "date", .kind = MEMBER_TEXT, .offset = offsetof(struct record, date)},
    {.path = "step_ns_per_day",
     .kind = MEMBER_NUMBER,
     .offset = offsetof(struct record, step_ns_per_day)},
    {.path = "step_time_per_day",
     .kind = MEMBER_NUMBER,
     .offset = offsetof(struct record, step_time_per_day)},
    {.path = "step_lists", .kind = MEMBER_NUMBER, .offset = offsetof(struct record, step_lists)},
    {.path = "step_waiting",
     .kind = MEMBER_NUMBER,
     .offset = offsetof(struct record, step_waiting)},
    {.path = "threads_per_instruction",
     .kind = MEMBER_NUMBER,
     .offset = offsetof(struct record, threads_per_instruction)},
    {.path = NULL}};

/* A table under construction: first the column names, then a row for each case. */
struct export
{
    const struct records *records;
    struct words names;
    struct table table;
};

static const cJSON *map_of(const struct record *record, const struct member *member)
{
    const char *field = (const char *)record + member->offset;
    return *(const cJSON *const *)(const void *)field;
}

/* Adds the name of a column for each key that the map of any case has. */
static void name_keys(struct export *export, const struct member *member, const char *column)
{
    const int first = export->names.count;
    const size_t prefix = strlen(column) + 1;
    for (int64_t k = 0; k < export->records->count; k++) {
        const cJSON *item = NULL;
        cJSON_ArrayForEach (item, map_of(&export->records->record[k], member)) {
            int at = first;
            while (at < export->names.count &&
                   strcmp(export->names.word[at] + prefix, item->string) != 0)
                at++;
            if (at == export->names.count)
                words_add(&export->names, "%s.%s", column, item->string);
        }
    }
}

static void number_cell(struct table *table, double number)
{
    table_number(table, number, "%.6g", number);
}

/* Adds a cell for each of a map's columns. */
static void key_cells(struct export *export, const cJSON *map, const char *column)
{
    const size_t prefix = strlen(column);
    struct table *table = &export->table;
    for (int64_t at = table->cells % table->column_count;
         at < export->names.count && strncmp(export->names.word[at], column, prefix) == 0 &&
         export->names.word[at][prefix] == '.';
         at++) {
        const cJSON *item =
            cJSON_GetObjectItemCaseSensitive(map, export->names.word[at] + prefix + 1);
        if (cJSON_IsNumber(item))
            number_cell(table, item->valuedouble);
        else
            table_cell(table, "%s", cJSON_IsString(item) ? item->valuestring : "");
    }
}

static void member_cell(struct table *table, const struct member *member, const void *field)
{
    if (member->kind == MEMBER_INTEGER || member->kind == MEMBER_NUMBER)
        number_cell(table, *(const double *)field);
    else
        table_cell(table, "%s", *(const char *const *)field);
}

/* Adds the cells of a structure to the row; in the first pass, adds the column names. */
static void add_columns(struct export *export, const struct member *members, const char *prefix,
                        const void *structure)
{
    char name[MEMBER_TEXT_SIZE];
    for (const struct member *member = members; member->path != NULL; member++) {
        const void *field = structure != NULL ? (const char *)structure + member->offset : NULL;
        if (member->kind == MEMBER_OBJECT && member->members != NULL) {
            snprintf(name, sizeof name, "%s%s_", prefix, member->path);
            add_columns(export, member->members, name, field);
        } else if (member_column(member, prefix, name) == NULL) {
            continue;
        } else if (member->kind == MEMBER_MAP) {
            if (structure == NULL)
                name_keys(export, member, name);
            else
                key_cells(export, map_of(structure, member), name);
        } else if (structure == NULL) {
            words_add(&export->names, "%s", name);
        } else {
            member_cell(&export->table, member, field);
        }
    }
}

/* Times with columns on trust in tables. */
static const struct {
    const char *name;
    size_t offset;
} marked[] = {{"force", offsetof(struct record, force)},
              {"step", offsetof(struct record, step)},
              {"build", offsetof(struct record, build)}};

/*
 * Adds cells for each time: whether it can be trusted and, if not, why. In the first pass, adds the
 * column names.
 */
static void add_trust(struct export *export, const struct record *record)
{
    for (size_t k = 0; k < sizeof marked / sizeof *marked; k++) {
        if (record == NULL) {
            words_add(&export->names, "%s_trusted", marked[k].name);
            words_add(&export->names, "%s_distrust", marked[k].name);
            continue;
        }
        const void *field = (const char *)record + marked[k].offset;
        const struct timing *time = field;
        const bool timed = isfinite(time->median);
        char reason[REASON];
        table_cell(&export->table, "%s",
                   !timed                            ? ""
                   : trust_faults(record, time) == 0 ? "true"
                                                     : "false");
        table_cell(&export->table, "%s",
                   timed ? trust_reason(record, time, reason, sizeof reason) : "");
    }
}

static void add_row(struct export *export, const struct record *record)
{
    add_columns(export, further, "", record);
    add_trust(export, record);
    add_columns(export, case_members, "", record);
}

bool export_records(FILE *stream, const struct records *records, struct table_style *style,
                    struct error *error)
{
    struct export export = {.records = records};
    add_row(&export, NULL);
    struct table_column *columns = memory_new(export.names.count, sizeof *columns, "columns");
    for (int k = 0; k < export.names.count; k++)
        columns[k].header = export.names.word[k];
    table_start(&export.table, columns, export.names.count);
    for (int64_t k = 0; k < records->count; k++)
        add_row(&export, &records->record[k]);
    const bool good = table_write(&export.table, style, stream, error);
    table_free(&export.table);
    free(columns);
    words_free(&export.names);
    return good;
}
