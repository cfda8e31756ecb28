#include "harness/report/tables/explain.h"

#include "harness/base/printable.h"
#include "harness/base/text.h"
#include "harness/json/json_get.h"
#include "harness/report/tables/show_cases.h"
#include "harness/results/conservation.h"
#include "harness/results/limits.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PATH = 128, FORMULA = 1024, DEEPEST = 3, INDENT = 2, SHORT = 160 };

/* Other cases with numbers that a formula uses. */
enum relation { RELATION_NONE, RELATION_NEXT, RELATION_REFERENCE, RELATION_TIME_STEPS };

/*
 * Column formulas in the tables of dynamics, of branches, and of the fastest cases. "of all" means:
 * of all cases that differ only in the time step.
 */
static const struct {
    const char *header, *formula;
    enum relation relation;
} others[] = {
    {"steps/list", "1 / dynamics.builds_per_step", RELATION_NONE},
    {"force %", "100 * dynamics.shares.force", RELATION_NONE},
    {"bonded %", "100 * dynamics.shares.bonded", RELATION_NONE},
    {"list %", "100 * dynamics.shares.list", RELATION_NONE},
    {"sort %", "100 * dynamics.shares.sort", RELATION_NONE},
    {"integr. %", "100 * dynamics.shares.integration", RELATION_NONE},
    {"constr. %", "100 * dynamics.shares.constraints", RELATION_NONE},
    {"therm. %", "100 * dynamics.shares.thermostat", RELATION_NONE},
    {"barost. %", "100 * dynamics.shares.barostat", RELATION_NONE},
    {"removal %", "100 * dynamics.shares.removal", RELATION_NONE},
    {"T", "dynamics.temperature.mean ± dynamics.temperature.error", RELATION_NONE},
    {"U/N", "dynamics.potential.mean ± dynamics.potential.error", RELATION_NONE},
    {"E/N", "dynamics.total.mean ± dynamics.total.error", RELATION_NONE},
    {"σ",
     "dynamics.temperature.deviation of T, dynamics.potential.deviation of U/N, "
     "dynamics.total.deviation of E/N",
     RELATION_NONE},
    {"% off",
     "100 * (mean - that of the reference) / |that of the reference|, of "
     "dynamics.temperature.mean, "
     "dynamics.potential.mean, dynamics.total.mean; the reference is double precision on the CPU",
     RELATION_REFERENCE},
    {"drift, kT",
     "dynamics.drift.kt_per_particle ± dynamics.drift.error, per unit of dynamics.drift.per",
     RELATION_NONE},
    {"time steps", "least and most dynamics.dt of all, and their number", RELATION_TIME_STEPS},
    {"order p",
     "slope of log(dynamics.total.deviation / dynamics.temperature.mean) over log(dynamics.dt) of "
     "all, by least squares",
     RELATION_TIME_STEPS},
    {"that drift",
     "number of time steps with |dynamics.drift.kt_per_particle| > 3 * dynamics.drift.error",
     RELATION_TIME_STEPS},
    {"order q",
     "slope of log|dynamics.drift.kt_per_particle| over log(dynamics.dt) of those that drift, by "
     "least squares",
     RELATION_TIME_STEPS},
    {"R²",
     "1 - squares of the residuals / squares of the deviations from the mean, of the line of order "
     "p through dynamics.total.deviation / dynamics.temperature.mean, and of that of order q "
     "through dynamics.drift.kt_per_particle",
     RELATION_TIME_STEPS},
    {"time", "TIME.median_ns", RELATION_NONE},
    {"ns/particle", "TIME.median_ns / n", RELATION_NONE},
    {"faster by", "100 * (TIME.median_ns of the next / TIME.median_ns - 1)", RELATION_NEXT},
    {"bound by", "100 * limits.fraction of limits.ceiling", RELATION_NONE},
    {"pairs", "counts.branches", RELATION_NONE},
    {"yes, %", "100 * counts.branches / counts.pairs_in_cutoff", RELATION_NONE},
    {"no, %", "100 * (1 - counts.branches / counts.pairs_in_cutoff)", RELATION_NONE},
    {"flops", "those of a pair in each of counts.branches, by the model's description",
     RELATION_NONE},
    {"overall, %", "100 * lanes.overall", RELATION_NONE},
    {"paths", "lanes.paths.mean", RELATION_NONE},
    {"most", "lanes.paths.most", RELATION_NONE},
};

/* A member of a record, and the address of its value. */
struct found {
    const struct member *member;
    const char *field;
};

/* Finds a path in a table of members; `base` is the address of the structure that it describes. */
static bool find_member(const struct member *members, const void *base, const char *path,
                        struct found *found)
{
    for (const struct member *member = members; member->path != NULL; member++) {
        const size_t length = strlen(member->path);
        const char *field = (const char *)base + member->offset;
        if (strcmp(member->path, path) == 0) {
            *found = (struct found){member, field};
            return true;
        }
        if (member->kind == MEMBER_OBJECT && member->members != NULL &&
            strncmp(member->path, path, length) == 0 && path[length] == '.' &&
            find_member(member->members, field, path + length + 1, found))
            return true;
    }
    return false;
}

/* Writes the items of a list or a map; if there are many, their number. */
static void write_items(FILE *stream, const cJSON *items)
{
    char *text = items != NULL ? cJSON_PrintUnformatted(items) : NULL;
    if (text == NULL)
        fputs("not recorded", stream);
    else if (strlen(text) > SHORT)
        fprintf(stream, "%d values", cJSON_GetArraySize(items));
    else
        printable_write(stream, text);
    free(text);
}

static void write_value(FILE *stream, const struct found *found)
{
    const char *text = NULL;
    double number = NAN;
    switch (found->member->kind) {
    case MEMBER_TEXT:
    case MEMBER_NAME:
    case MEMBER_REASON:
    case MEMBER_BOOLEAN:
        memcpy(&text, found->field, sizeof text);
        printable_write(stream, text != NULL && text[0] != '\0' ? text : "not recorded");
        break;
    case MEMBER_INTEGER:
    case MEMBER_NUMBER:
        memcpy(&number, found->field, sizeof number);
        if (isfinite(number))
            fprintf(stream, "%.10g%s%s", number, found->member->unit != NULL ? " " : "",
                    found->member->unit != NULL ? found->member->unit : "");
        else
            fputs("not recorded", stream);
        break;
    case MEMBER_MAP:
    case MEMBER_LIST: {
        const cJSON *items = NULL;
        memcpy(&items, found->field, sizeof items);
        write_items(stream, items);
        break;
    }
    default:
        fputs("recorded", stream);
    }
}

/* State of writing an explanation. */
struct explaining {
    FILE *stream;
    const struct record *record;
    char shown[FORMULA]; /* paths already written, each after a line break */
};

static void write_inputs(struct explaining *explaining, const char *formula, const char *object,
                         int depth);

static bool is_shown(struct explaining *explaining, const char *path)
{
    char line[2 * PATH + 2];
    snprintf(line, sizeof line, "\n%s\n", path);
    if (strstr(explaining->shown, line) != NULL)
        return true;
    text_append(explaining->shown, sizeof explaining->shown, "", "%s", line);
    return false;
}

/* Writes a member, then the members in its formula, and so on. */
static void write_member(struct explaining *explaining, const char *path, const struct found *found,
                         int depth)
{
    char object[PATH] = "";
    const char *end = strchr(path, '.');
    fprintf(explaining->stream, "%*s%s = ", INDENT * depth, "", path);
    write_value(explaining->stream, found);
    fprintf(explaining->stream, "  (%s)\n", found->member->summary);
    if (found->member->formula == NULL || depth == DEEPEST)
        return;
    fprintf(explaining->stream, "%*s= %s\n", INDENT * (depth + 1), "", found->member->formula);
    if (end != NULL)
        snprintf(object, sizeof object, "%.*s", (int)(end - path), path);
    write_inputs(explaining, found->member->formula, object, depth + 1);
}

/* Writes the members in a formula; members of the same object may lack the object's path. */
static void write_inputs(struct explaining *explaining, const char *formula, const char *object,
                         int depth)
{
    for (const char *at = formula; *at != '\0';) {
        char word[PATH], path[2 * PATH];
        const struct record *record = explaining->record;
        struct found found;
        size_t length = 0;
        while (isalnum((unsigned char)at[length]) || at[length] == '_' || at[length] == '.')
            length++;
        snprintf(word, sizeof word, "%.*s", (int)length, at);
        at += length > 0 ? length : 1;
        snprintf(path, sizeof path, "%s.%s", object, word);
        if (object[0] == '\0' || !find_member(case_members, record, path, &found)) {
            snprintf(path, sizeof path, "%s", word);
            if (length == 0 || !find_member(case_members, record, path, &found))
                continue;
        }
        if (!is_shown(explaining, path))
            write_member(explaining, path, &found, depth);
    }
}

/* Replaces TIME in a formula by the path of the time that ranks the table. */
static void in_paths(const char *formula, enum ranked by, char text[FORMULA])
{
    static const char *const times[] = {
        [RANKED_FORCE] = "force", [RANKED_STEP] = "step", [RANKED_LIST] = "build"};
    text[0] = '\0';
    for (const char *at = formula, *next; *at != '\0'; at = next) {
        const char *time = strstr(at, "TIME");
        next = time != NULL ? time + strlen("TIME") : at + strlen(at);
        text_append(text, FORMULA, "", "%.*s%s", (int)(time != NULL ? time - at : next - at), at,
                    time != NULL ? times[by] : "");
    }
}

/* Writes the basis of a limit's number. */
static void write_limit(struct explaining *explaining)
{
    struct limit_origin origin;
    if (!limit_origin_of(explaining->record, &origin))
        return;
    fprintf(explaining->stream, "  basis: %s\n",
            origin.basis != NULL ? origin.basis : "not recorded (--ceilings FILE computes it)");
    if (isfinite(origin.best))
        fprintf(explaining->stream, "  the best rate of %s = %.6g %s  (%s)\n",
                explaining->record->limit, origin.best, origin.unit, origin.summary);
    if (origin.work == NULL)
        return;
    fprintf(explaining->stream, "  work = %s\n", origin.work);
    write_inputs(explaining, origin.work, "", 2);
}

static void write_compared(FILE *stream, const struct record *record, const char *formula)
{
    struct explaining explaining = {.stream = stream, .record = record};
    printable_line(stream, "that of %s:", record->id);
    write_inputs(&explaining, formula, "", 1);
}

static void write_cell(FILE *stream, const struct record *record, const struct ranking *ranking,
                       const struct show_cell *cell)
{
    struct explaining explaining = {.stream = stream, .record = record};
    char formula[FORMULA];
    in_paths(cell->formula, ranking->by, formula);
    printable_line(stream, "%s of %s: %s", cell->header, record->id,
                   cell->value[0] != '\0' ? cell->value : "none");
    fprintf(stream, "= %s\n", formula);
    write_inputs(&explaining, formula, "", 1);
    if (strstr(formula, "limits.") != NULL)
        write_limit(&explaining);
    if (cell->base != NULL)
        write_compared(stream, cell->base, formula);
    printable_line(stream, "recorded in %s, commit %s", record->file, record->commit);
}

static bool is_related(enum relation relation, const struct ranking *ranking, int64_t index,
                       const struct record *record)
{
    const struct record *own = ranking->record[index];
    switch (relation) {
    case RELATION_NEXT:
        return index + 1 < ranking->count && record == ranking->record[index + 1];
    case RELATION_REFERENCE:
        return record == conservation_reference(&record, 1, own);
    case RELATION_TIME_STEPS:
        return record != own && conservation_same_but_dt(record, own);
    default:
        return false;
    }
}

/* Writes the formula of a number outside the case table. False: there is none. */
static bool write_other(FILE *stream, const struct records *records, const struct ranking *ranking,
                        int64_t index, const char *header)
{
    const struct record *record = ranking->record[index];
    struct explaining explaining = {.stream = stream, .record = record};
    const char *formula = NULL;
    char text[FORMULA];
    enum relation relation = RELATION_NONE;
    for (size_t k = 0; k < sizeof others / sizeof *others && formula == NULL; k++)
        if (strcmp(others[k].header, header) == 0) {
            formula = others[k].formula;
            relation = others[k].relation;
        }
    if (formula == NULL && json_get(record->branches, header) != NULL)
        formula = "32 * active_share in lanes.branches";
    if (formula == NULL)
        return false;
    in_paths(formula, ranking->by, text);
    printable_line(stream, "%s of %s", header, record->id);
    fprintf(stream, "= %s\n", text);
    write_inputs(&explaining, text, "", 1);
    if (strstr(text, "limits.") != NULL)
        write_limit(&explaining);
    for (int64_t k = 0; k < records->count; k++)
        if (is_related(relation, ranking, index, &records->record[k]))
            write_compared(stream, &records->record[k], text);
    printable_line(stream, "recorded in %s, commit %s", record->file, record->commit);
    return true;
}

/* Writes a recorded member, then the members in its formula. */
static void write_recorded(FILE *stream, const struct record *record, const char *path,
                           const struct found *found)
{
    struct explaining explaining = {.stream = stream, .record = record};
    printable_line(stream, "%s of %s", path, record->id);
    write_member(&explaining, path, found, 1);
    printable_line(stream, "recorded in %s, commit %s", record->file, record->commit);
}

/*
 * Finds the timed case in the rankings with `name` as a part of its id. False unless there is
 * exactly one; the message has the number of such cases.
 */
static bool find_case(const struct rankings *rankings, const char *name,
                      const struct ranking **ranking, int64_t *index, struct error *error)
{
    int64_t parts = 0;
    for (int64_t r = 0; r < rankings->count; r++)
        for (int64_t k = 0; k < rankings->ranking[r].count; k++) {
            const char *id = rankings->ranking[r].record[k]->id;
            const bool whole = strcmp(id, name) == 0;
            if (!whole && strstr(id, name) == NULL)
                continue;
            *ranking = &rankings->ranking[r];
            *index = k;
            parts++;
            if (whole)
                return true;
        }
    return parts == 1 ||
           error_set(error, EXIT_USAGE,
                     "--explain: \"%s\" is in the names of %lld timed cases: expected the id of "
                     "one, or a part that only one has (--format csv --columns id lists them)",
                     name, (long long)parts);
}

bool explain_write(FILE *stream, const struct records *records, enum ranked by, const char *name,
                   const char *column, struct error *error)
{
    struct rankings rankings;
    const struct ranking *ranking = NULL;
    struct show_cell cell;
    struct found found;
    int64_t index = 0;
    rankings_of(records, by, &rankings);
    bool good = find_case(&rankings, name, &ranking, &index, error);
    if (good && show_cases_cell(records, ranking, index, column, &cell, error))
        write_cell(stream, ranking->record[index], ranking, &cell);
    else if (good && find_member(case_members, ranking->record[index], column, &found))
        write_recorded(stream, ranking->record[index], column, &found);
    else
        good = good && write_other(stream, records, ranking, index, column);
    rankings_free(&rankings);
    return good;
}
