#include "harness/json/member_page.h"

#include <stdio.h>
#include <string.h>

/* Writes the description of a member for a cell of a table, which a '|' would end. */
static void write_cell(FILE *stream, const char *text)
{
    for (; *text != '\0'; text++) {
        if (*text == '|')
            fputc('\\', stream);
        fputc(*text, stream);
    }
}

static void write_names(FILE *stream, const struct member *member)
{
    const char *names[MEMBER_NAMES];
    if (member->open) {
        fputs("a name", stream);
        return;
    }
    member_list_names(member, names);
    for (int k = 0; names[k] != NULL; k++)
        fprintf(stream, "%s`%s`", k ? ", " : "", names[k]);
}

static void write_bounds(FILE *stream, const struct range *range)
{
    if (range->low && range->high && range->minimum == range->maximum)
        fprintf(stream, ", %.16g", range->minimum);
    else if (range->low && range->high)
        fprintf(stream, ", %.16g to %.16g", range->minimum, range->maximum);
    else if (range->low)
        fprintf(stream, ", %s %.16g", range->open ? ">" : "≥", range->minimum);
}

static void write_kind(FILE *stream, const struct member *member, enum member_kind kind)
{
    switch (kind) {
    case MEMBER_NAME:
        write_names(stream, member);
        break;
    case MEMBER_INTEGER:
    case MEMBER_NUMBER:
        fputs(kind == MEMBER_INTEGER ? "integer" : "number", stream);
        write_bounds(stream, &member->range);
        break;
    case MEMBER_TEXT:
    case MEMBER_REASON:
        fputs("text", stream);
        break;
    case MEMBER_BOOLEAN:
        fputs("true, false", stream);
        break;
    case MEMBER_SCALAR:
        fputs("number or text", stream);
        break;
    case MEMBER_TUPLE:
        fputs("list", stream);
        break;
    default:
        fputs("object", stream);
    }
}

static void write_type(FILE *stream, const struct member *member)
{
    switch (member->kind) {
    case MEMBER_OBJECT:
        if (member->definition != NULL)
            fprintf(stream, "[%s](#%s)", member->definition, member->definition);
        else
            fputs("object", stream);
        break;
    case MEMBER_LIST:
        if (member->definition != NULL) {
            fprintf(stream, "list of [%s](#%s)", member->definition, member->definition);
            break;
        }
        fputs("list: ", stream);
        write_kind(stream, member, member->of);
        break;
    case MEMBER_MAP:
    case MEMBER_REST:
        fputs("by name: ", stream);
        write_kind(stream, member, member->of);
        break;
    default:
        write_kind(stream, member, member->kind);
    }
    if (member->null)
        fputs(", null", stream);
    if (member->axis)
        fputs("; or a list", stream);
}

static void write_rows(FILE *stream, const struct member *members, const char *prefix,
                       enum member_page page)
{
    char text[MEMBER_TEXT_SIZE], columns[MEMBER_TEXT_SIZE], below[MEMBER_TEXT_SIZE];
    snprintf(columns, sizeof columns, "%s", prefix);
    for (char *dot = strchr(columns, '.'); dot != NULL; dot = strchr(dot, '.'))
        *dot = '_';
    for (const struct member *member = members; member->path != NULL; member++) {
        fprintf(stream, "| `%s%s` | ", prefix, member->path);
        write_type(stream, member);
        fprintf(stream, " | %s | ", member->unit != NULL ? member->unit : "");
        const char *last =
            page == PAGE_DEFAULTS ? member->initial : member_column(member, columns, text);
        if (page != PAGE_PLAIN)
            fprintf(stream, last != NULL ? "`%s` | " : "%s| ", last != NULL ? last : "");
        write_cell(stream, member->summary);
        if (member->formula != NULL)
            fprintf(stream, " = `%s`", member->formula);
        fputs(" |\n", stream);
        if (member->kind == MEMBER_OBJECT && member->members != NULL &&
            member->definition == NULL) {
            snprintf(below, sizeof below, "%s%s.", prefix, member->path);
            write_rows(stream, member->members, below, page);
        }
    }
}

void member_page_table(FILE *stream, const struct member *members, enum member_page page)
{
    static const char *const heads[] = {
        [PAGE_PLAIN] = "| member | type | unit | |\n|---|---|---|---|\n",
        [PAGE_DEFAULTS] = "| key | type | unit | default | |\n|---|---|---|---|---|\n",
        [PAGE_COLUMNS] = "| member | type | unit | column of `export` | |\n|---|---|---|---|---|\n",
    };
    fputs(heads[page], stream);
    write_rows(stream, members, "", page);
}

static void write_paths(FILE *stream, const struct member *members, const char *prefix)
{
    char below[MEMBER_TEXT_SIZE];
    for (const struct member *member = members; member->path != NULL; member++) {
        if (member->kind != MEMBER_OBJECT && member->kind != MEMBER_REST)
            fprintf(stream, "%s%s\n", prefix, member->path);
        if (member->kind != MEMBER_OBJECT || member->members == NULL)
            continue;
        snprintf(below, sizeof below, "%s%s.", prefix, member->path);
        write_paths(stream, member->members, below);
    }
}

void member_page_paths(FILE *stream, const struct member *members)
{
    write_paths(stream, members, "");
}
