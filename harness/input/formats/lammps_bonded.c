#include "harness/input/formats/lammps_bonded.h"

#include "harness/base/memory.h"
#include "harness/particles/file_parameters.h"
#include "models/forms/info.h"

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STYLES_TEXT = 512 };

/** First words of the headings of coefficients: "Bond Coeffs". */
static const char *const headings[LAMMPS_KINDS] = {"Bond", "Angle", "Dihedral", "Improper"};

/** Stores the first error in coefficients; `error` belongs to the current line. */
static void refuse(struct lammps_bonded *bonded, const struct error *error)
{
    if (!bonded->refused)
        bonded->refusal = *error;
    bonded->refused = true;
}

/** Finds a style by its name. EXIT_USAGE if there is none; the message lists the names. */
static bool find_style(const struct text_file *file, enum lammps_kind kind, const char *name,
                       const struct lammps_style **style, struct error *error)
{
    char known[STYLES_TEXT];
    *style = lammps_style_find(kind, name);
    if (*style != NULL)
        return true;
    lammps_styles_text(kind, known, sizeof known);
    return text_error(file, error, "expected a style of %ss of %s, found %s",
                      lammps_kind_names[kind], known, name);
}

bool lammps_bonded_begin(const struct text_file *file, const struct lammps_line *line,
                         struct lammps_bonded *bonded)
{
    char style[32] = "";
    struct error error;
    int k = 0;
    if (line->count != 2 || !text_is_word(&line->word[1], "Coeffs"))
        return false;
    while (k < LAMMPS_KINDS && !text_is_word(&line->word[0], headings[k]))
        k++;
    if (k == LAMMPS_KINDS)
        return false;
    sscanf(line->comment, "%31s", style);
    struct lammps_bonded_kind *kind = &bonded->kind[k];
    bonded->section = (enum lammps_kind)k;
    kind->line = file->number;
    kind->hybrid = strcmp(style, "hybrid") == 0;
    snprintf(kind->what, sizeof kind->what, "%s Coeffs%s%s", headings[k], style[0] ? " # " : "",
             style);
    if (style[0] != '\0' && !kind->hybrid &&
        !find_style(file, bonded->section, style, &kind->style, &error))
        refuse(bonded, &error);
    return true;
}

/** Allocates the types of a kind at its first type. */
static void reserve(struct lammps_bonded_kind *kind)
{
    if (kind->type == NULL)
        kind->type = memory_new(LAMMPS_BONDED_TYPES, sizeof *kind->type, "types of terms");
}

/** Reads the name of a style at the cursor, if there is one. */
static bool read_name(const struct text_file *file, const char **cursor, enum lammps_kind which,
                      const struct lammps_bonded_kind *kind, struct lammps_bonded_type *type,
                      struct error *error)
{
    char name[32];
    type->style = kind->style;
    *cursor += strspn(*cursor, " \t");
    if (!isalpha((unsigned char)**cursor))
        return !kind->hybrid ||
               text_error(file, error, "expected a type and a style, found \"%.80s\"", file->line);
    sscanf(*cursor, "%31s", name);
    text_skip_word(cursor);
    if (!find_style(file, which, name, &type->style, error))
        return false;
    return kind->style == NULL || kind->style == type->style ||
           text_error(file, error, "expected coefficients of %s, found those of %s", kind->what,
                      name);
}

static bool read_numbers(const struct text_file *file, const char *cursor,
                         struct lammps_bonded_type *type, struct error *error)
{
    bool finite = true;
    while (type->count < LAMMPS_NUMBERS && text_real(&cursor, &type->value[type->count]))
        finite = finite && isfinite(type->value[type->count++]);
    if (!finite || type->count == 0 || !text_is_blank(cursor))
        return text_error(file, error, "expected up to %d finite coefficients, found \"%.80s\"",
                          LAMMPS_NUMBERS, file->line);
    return type->style == NULL || lammps_style_fits(type->style, type->value, type->count) ||
           text_error(file, error, "expected coefficients of %s style %s, %s, found \"%.80s\"",
                      lammps_kind_names[type->style->kind], type->style->name, type->style->meaning,
                      file->line);
}

static bool read_type(const struct text_file *file, int64_t types, enum lammps_kind which,
                      struct lammps_bonded_kind *kind, struct error *error)
{
    const char *cursor = file->line;
    int64_t number;
    if (!text_integer(&cursor, &number) || number < 1 || number > types)
        return text_error(file, error,
                          "expected %s of a type from 1 to %" PRId64 ", found \"%.80s\"",
                          kind->what, types, file->line);
    struct lammps_bonded_type *type = &kind->type[number - 1];
    if (type->line > 0)
        return text_error(
            file, error, "expected %s of type %" PRId64 " once, but line %" PRId64 " has them, too",
            kind->what, number, type->line);
    type->line = file->number;
    return read_name(file, &cursor, which, kind, type, error) &&
           read_numbers(file, cursor, type, error);
}

void lammps_bonded_coefficients(const struct text_file *file, int64_t types,
                                struct lammps_bonded *bonded)
{
    struct lammps_bonded_kind *kind = &bonded->kind[bonded->section];
    struct error wrong;
    reserve(kind);
    if (!bonded->refused && !read_type(file, types, bonded->section, kind, &wrong))
        refuse(bonded, &wrong);
}

bool lammps_bonded_use(const struct text_file *file, int64_t types, struct lammps_bonded *bonded,
                       enum lammps_kind kind, int64_t type, struct error *error)
{
    reserve(&bonded->kind[kind]);
    if (type < 1 || type > types)
        return text_error(file, error,
                          "expected a type of %ss from 1 to %" PRId64 ", found \"%.80s\"",
                          lammps_kind_names[kind], types, file->line);
    int64_t *used = &bonded->kind[kind].type[type - 1].used;
    *used = *used == 0 ? file->number : *used;
    return true;
}

/** Whether a style fits the coefficients of all types that have no named style. */
static bool fits_all(const struct lammps_style *style, const struct lammps_bonded_kind *kind)
{
    for (int t = 0; t < LAMMPS_BONDED_TYPES; t++) {
        const struct lammps_bonded_type *type = &kind->type[t];
        if (type->line > 0 && type->style == NULL &&
            !lammps_style_fits(style, type->value, type->count))
            return false;
    }
    return true;
}

/** Finds the only style that fits the coefficients of all types without a named style. */
static bool guess_style(const struct text_file *file, enum lammps_kind which, bool fourth,
                        const struct lammps_bonded_kind *kind, const struct lammps_style **guess,
                        struct error *error)
{
    char fitting[STYLES_TEXT] = "", known[STYLES_TEXT];
    const struct lammps_style *style = NULL;
    int count = 0;
    while ((style = lammps_style_next(which, style)) != NULL) {
        if (!fits_all(style, kind))
            continue;
        lammps_style_append(style, fitting, sizeof fitting);
        *guess = style;
        count++;
        if (fourth && style->weighted)
            return true;
    }
    lammps_styles_text(which, known, sizeof known);
    if (count == 0)
        return error_set(error, EXIT_USAGE,
                         "%s:%" PRId64 ": expected %s of one style of %s, but none fits all lines",
                         file->path, kind->line, kind->what, known);
    return count == 1 ||
           error_set(error, EXIT_USAGE,
                     "%s:%" PRId64 ": expected a heading that names the style, as in \"%s Coeffs # "
                     "%s\": its lines fit %s",
                     file->path, kind->line, headings[which], (*guess)->name, fitting);
}

static bool resolve_kind(const struct text_file *file, enum lammps_kind which, bool fourth,
                         struct lammps_bonded_kind *kind, struct system *system, int *rows,
                         struct error *error)
{
    const struct lammps_style *guess = NULL;
    for (int t = 0; kind->type != NULL && t < LAMMPS_BONDED_TYPES; t++) {
        struct lammps_bonded_type *type = &kind->type[t];
        if (type->line == 0 && type->used == 0)
            continue;
        if (type->line == 0)
            return error_set(error, EXIT_USAGE,
                             "%s:%" PRId64 ": expected %s Coeffs of type %d, found none; add the "
                             "section: LAMMPS's write_data writes it, except with nocoeff",
                             file->path, type->used, headings[which], t + 1);
        if (type->style == NULL && guess == NULL &&
            !guess_style(file, which, fourth, kind, &guess, error))
            return false;
        if (type->style == NULL)
            type->style = guess;
        type->row = *rows;
        *rows += form_infos[type->style->form].rows;
    }
    if (guess != NULL)
        file_note_add(system, kind->line, "the heading %s names no style; taken for %s", kind->what,
                      guess->name);
    return true;
}

bool lammps_bonded_resolve(const struct text_file *file, bool fourth, struct lammps_bonded *bonded,
                           struct system *system, int *rows, struct error *error)
{
    *rows = 0;
    if (bonded->refused) {
        *error = bonded->refusal;
        return false;
    }
    for (int k = 0; k < LAMMPS_KINDS; k++)
        if (!resolve_kind(file, (enum lammps_kind)k, fourth, &bonded->kind[k], system, rows, error))
            return false;
    return true;
}

double lammps_bonded_weight(const struct lammps_bonded *bonded, int type)
{
    const struct lammps_bonded_type *of = &bonded->kind[LAMMPS_DIHEDRAL].type[type];
    return of->style->weighted ? of->value[of->count - 1] : 0;
}

void lammps_bonded_set(const struct lammps_bonded *bonded, enum lammps_kind kind,
                       struct bonded *term, int64_t count)
{
    for (int64_t k = 0; k < count; k++) {
        const struct lammps_bonded_type *type = &bonded->kind[kind].type[term[k].row];
        term[k].form = OWN_FORMS + (int32_t)type->style->form;
        term[k].row = type->row;
    }
}

static void fill_rows(const struct lammps_bonded_type *type, struct bonded_row *row)
{
    double numbers[FORM_ROWS * BONDED_NUMBERS] = {0};
    type->style->convert(type->value, numbers);
    memcpy(row, numbers, (size_t)form_infos[type->style->form].rows * sizeof *row);
}

void lammps_bonded_fill(const struct lammps_bonded *bonded, struct force_field *field)
{
    for (int k = 0; k < LAMMPS_KINDS; k++) {
        const struct lammps_bonded_type *type = bonded->kind[k].type;
        for (int t = 0; type != NULL && t < LAMMPS_BONDED_TYPES; t++) {
            if (type[t].line == 0)
                continue;
            fill_rows(&type[t], &field->row[type[t].row]);
            if (type[t].used > 0)
                field->forms |= 1U << type[t].style->form;
        }
    }
}

void lammps_bonded_state(const struct lammps_bonded *bonded, struct system *system)
{
    for (int k = 0; k < LAMMPS_KINDS; k++) {
        const struct lammps_bonded_kind *kind = &bonded->kind[k];
        struct file_parameter given = {.line = kind->line};
        memcpy(given.what, kind->what, sizeof kind->what);
        if (kind->what[0] != '\0')
            file_parameter_add(system, &given);
    }
}

void lammps_bonded_free(struct lammps_bonded *bonded)
{
    for (int k = 0; k < LAMMPS_KINDS; k++)
        free(bonded->kind[k].type);
    *bonded = (struct lammps_bonded){0};
}
