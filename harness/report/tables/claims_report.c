#include "harness/report/tables/claims_report.h"

#include "harness/base/printable.h"
#include "harness/base/text.h"
#include "harness/json/json_file.h"
#include "harness/report/tables/reasons.h"
#include "harness/report/verdicts/claims.h"
#include "harness/report/verdicts/explanation.h"
#include "harness/report/verdicts/trust.h"

#include <inttypes.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

/* Sizes of buffers in bytes: for a text about a claim, and for one of its sides. */
enum { CLAIM_TEXT = 1024, SIDE = 300 };

static const char *gap(const char *text)
{
    return text[0] != '\0' ? " " : "";
}

static void side_text(const struct claim_side *side, char *text, size_t size)
{
    const char *const named[] = {side->tuning,   side->parameters, side->precision,
                                 side->backend,  side->exclusions, side->interactions,
                                 side->bonded,   side->binning,    side->listing,
                                 side->distance, side->sort,       side->sharing};
    snprintf(text, size, "%s", side->strategy);
    for (size_t k = 0; k < sizeof named / sizeof *named; k++)
        snprintf(text + strlen(text), size - strlen(text), "%s%s", gap(named[k]), named[k]);
}

/* Writes the compared time or number of a claim. A divided sum is in parentheses. */
static void quantity_text(const struct claim *claim, char *text, size_t size)
{
    const char *number = claim->number[0] == '\0' ? claim->of : claim->number, *per = claim->per;
    const bool sums[] = {strstr(number, " + ") != NULL, strstr(per, " + ") != NULL};
    if (per[0] == '\0')
        snprintf(text, size, "%s", number);
    else
        snprintf(text, size, "%s%s%s / %s%s%s", sums[0] ? "(" : "", number, sums[0] ? ")" : "",
                 sums[1] ? "(" : "", per, sums[1] ? ")" : "");
}

/*
 * Writes the condition of a claim, the quantity and its bounds: "force of vertex / newton
 * buffers=16 above 0.8 and below 1.25 at the largest n".
 */
static void claim_condition(const struct claim *claim, char *text, size_t size)
{
    char above[32] = "";
    char below[32] = "";
    if (claim->above > 0)
        snprintf(above, sizeof above, " above %.6g", claim->above);
    if (isfinite(claim->below))
        snprintf(below, sizeof below, " below %.6g", claim->below);
    char change[64] = "";
    if (claim->across[0] != '\0')
        snprintf(change, sizeof change, ", its change with %s,", claim->across);
    else if (claim->against != NULL)
        snprintf(change, sizeof change, ", its quotient with that of other cases,");
    else if (claim->deviation)
        snprintf(change, sizeof change, ", its distance from one,");
    char side[2][SIDE], quantity[SIDE];
    for (int k = 0; k < 2; k++)
        side_text(&claim->side[k], side[k], sizeof side[k]);
    quantity_text(claim, quantity, sizeof quantity);
    bool two = claim->sides == 2;
    snprintf(text, size, "%s of %s%s%s%s%s%s%s%s", quantity, side[0], two ? " / " : "",
             two ? side[1] : "", change, above, above[0] != '\0' && below[0] != '\0' ? " and" : "",
             below, strcmp(claim->at, "largest n") == 0 ? " at the largest n" : "");
}

/*
 * Writes the ratio or number of a point with its 95 % interval: "0.720 [0.710, 0.730]". A number
 * that is exact has no interval.
 */
static void claim_decided_by(const struct claim *claim, const struct claim_point *point, char *text,
                             size_t size)
{
    bool number = claim->number[0] != '\0';
    if (number && point->low == point->high)
        snprintf(text, size, "%.4g", point->ratio);
    else if (number && isfinite(point->high))
        snprintf(text, size, "%.4g [%.4g, %.4g]", point->ratio, point->low, point->high);
    else if (isfinite(point->high))
        snprintf(text, size, "%.3f [%.3f, %.3f]", point->ratio, point->low, point->high);
    else
        snprintf(text, size, "%.3f [too few samples]", point->ratio);
}

/* Writes the paper's value, "0.69", or its range, "20 to 100"; "" if it has none. */
static void claim_printed(const struct claim *claim, char *text, size_t size)
{
    text[0] = '\0';
    if (isfinite(claim->published))
        snprintf(text, size, "%.4g", claim->published);
    if (claim->published < claim->published_most)
        text_append(text, size, "", " to %.4g", claim->published_most);
}

/* Writes a range as "0.1 … 0.5". */
static void span_text(double first, double last, char *text, size_t size)
{
    if (first < last)
        snprintf(text, size, "%.4g … %.4g", first, last);
    else
        snprintf(text, size, "%.4g", last);
}

/*
 * Writes the system and settings of a point: "lj, N = 4,096, ρ = 0.1 … 0.5, dt = 10, single
 * precision".
 */
static void claim_place(const struct claim_point *point, char *text, size_t size)
{
    const struct record *record = point->record;
    const struct record *least = point->least != NULL ? point->least : record;
    char number[2][TEXT_NUMBER];
    char n[2 * TEXT_NUMBER];
    char density[64];
    char dt[64];
    snprintf(n, sizeof n, "%s%s%s", least->n < record->n ? text_whole(least->n, number[0]) : "",
             least->n < record->n ? " … " : "", text_whole(record->n, number[1]));
    span_text(least->density, record->density, density, sizeof density);
    span_text(least->dynamics.dt, record->dynamics.dt, dt, sizeof dt);
    bool moves = isfinite(record->dynamics.dt);
    snprintf(text, size, "%s, N = %s, ρ = %s%s%s, %s precision", record->model, n, density,
             moves ? ", dt = " : "", moves ? dt : "", record->precision);
}

/* Writes the number of points for which a claim holds: "3 of 5 points". */
static void claim_tally(const struct claim *claim, char *text, size_t size)
{
    const int64_t *tally = claim->tally;
    snprintf(text, size, "%" PRId64 " of %" PRId64 " %s", tally[CLAIM_HOLDS], claim->points,
             claim->points == 1 ? "point" : "points");
}

static void write_tally(FILE *stream, const struct claims *claims)
{
    int64_t tally[CLAIM_VERDICTS] = {0};
    for (int64_t k = 0; k < claims->count; k++)
        tally[claims->item[k].verdict]++;
    fprintf(stream,
            "%" PRId64 " hold, %" PRId64 " exceeded, %" PRId64 " hold no more, %" PRId64
            " undecided, %" PRId64 " without data\n",
            tally[CLAIM_HOLDS], tally[CLAIM_EXCEEDED], tally[CLAIM_FAILS], tally[CLAIM_UNDECIDED],
            tally[CLAIM_NO_DATA]);
}

static void write_text(FILE *stream, const struct claims *claims)
{
    for (int64_t k = 0; k < claims->count; k++) {
        const struct claim *claim = &claims->item[k];
        char condition[CLAIM_TEXT];
        claim_condition(claim, condition, sizeof condition);
        char decided[2 * CLAIM_TEXT] = "";
        if (claim->points > 0) {
            char ratio[96];
            char published[32];
            char place[CLAIM_TEXT];
            char tally[96];
            claim_decided_by(claim, &claim->point[0], ratio, sizeof ratio);
            claim_place(&claim->point[0], place, sizeof place);
            claim_tally(claim, tally, sizeof tally);
            claim_printed(claim, published, sizeof published);
            snprintf(decided, sizeof decided, "%s%s%s%s: %s, %s", ratio,
                     published[0] != '\0' ? " (published: " : "", published,
                     published[0] != '\0' ? ")" : "", place, claim->device);
            snprintf(condition + strlen(condition), sizeof condition - strlen(condition), ": %s",
                     tally);
        }
        printable_line(stream, "%-14s %s", claim_verdict_name(claim->verdict), claim->text);
        printable_line(stream, "%15s%s", "", claim->source);
        printable_line(stream, "%15s%s", "", condition);
        if (claim->points > 0)
            printable_line(stream, "%15s%s", "", decided);
        if (claim->points > 0 && claim->point[0].doubted != NULL)
            printable_line(stream, "%15s! not to be trusted: %s", "",
                           trust_reason(claim->point[0].doubted, claim->point[0].doubted_time,
                                        decided, sizeof decided));
        fputs("\n", stream);
    }
    write_tally(stream, claims);
}

static void add_row(struct table *table, const struct claim *claim)
{
    const struct claim_point *point = claim->points > 0 ? &claim->point[0] : NULL;
    char text[CLAIM_TEXT] = "";
    table_cell(table, "%s", claim_verdict_name(claim->verdict));
    table_cell(table, "%s", claim->text);
    table_cell(table, "%s", claim->source);
    claim_condition(claim, text, sizeof text);
    table_cell(table, "%s", text);
    claim_tally(claim, text, sizeof text);
    table_cell(table, "%s", text);
    text[0] = '\0';
    if (point != NULL)
        claim_decided_by(claim, point, text, sizeof text);
    table_cell(table, "%s%s", text, point != NULL && point->doubted != NULL ? " !" : "");
    table_number(table, point != NULL ? point->ratio : NAN, "%.4g", point ? point->ratio : NAN);
    table_number(table, point != NULL ? point->low : NAN, "%.4g", point ? point->low : NAN);
    table_number(table, point != NULL ? point->high : NAN, "%.4g", point ? point->high : NAN);
    claim_printed(claim, text, sizeof text);
    table_number(table, claim->published, "%s", text);
    text[0] = '\0';
    if (point != NULL)
        claim_place(point, text, sizeof text);
    table_cell(table, "%s", text);
    table_cell(table, "%s", claim->device);
}

static bool write_table(FILE *stream, const struct claims *claims, struct table_style *style,
                        struct error *error)
{
    static const struct table_column columns[] = {
        {"verdict", TABLE_LEFT},
        {"claim", TABLE_LEFT},
        {"source", TABLE_LEFT},
        {"condition", TABLE_LEFT},
        {"holds at", TABLE_LEFT},
        {"decided by [interval]", TABLE_SHOWN},
        {"ratio", TABLE_RIGHT | TABLE_DATA},
        {"low", TABLE_RIGHT | TABLE_DATA},
        {"high", TABLE_RIGHT | TABLE_DATA},
        {"published", TABLE_RIGHT},
        {"where", TABLE_LEFT},
        {"device", TABLE_LEFT},
    };
    struct table table;
    table_start(&table, columns, sizeof columns / sizeof *columns);
    for (int64_t k = 0; k < claims->count; k++)
        add_row(&table, &claims->item[k]);
    bool good = table_write(&table, style, stream, error);
    table_free(&table);
    return good;
}

static bool write_markdown(FILE *stream, const struct claims *claims, struct table_style *style,
                           struct error *error)
{
    fputs("### Claims: ", stream);
    write_tally(stream, claims);
    fputs("\n", stream);
    return write_table(stream, claims, style, error);
}

static void add_side(cJSON *list, const struct claim_side *side)
{
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "strategy", side->strategy);
    cJSON_AddStringToObject(object, "tuning", side->tuning);
    const char *const named[][2] = {{"parameters", side->parameters},
                                    {"precision", side->precision},
                                    {"backend", side->backend},
                                    {"exclusions", side->exclusions},
                                    {"interactions", side->interactions},
                                    {"bonded", side->bonded},
                                    {"binning", side->binning},
                                    {"listing", side->listing},
                                    {"distance", side->distance},
                                    {"sort", side->sort},
                                    {"sharing", side->sharing}};
    for (size_t k = 0; k < sizeof named / sizeof *named; k++)
        if (named[k][1][0] != '\0')
            cJSON_AddStringToObject(object, named[k][0], named[k][1]);
    cJSON_AddItemToArray(list, object);
}

/* Adds the two numbers that a claim compares, the first side's first. */
static void add_values(cJSON *object, const struct claim *claim, const struct claim_point *point)
{
    const struct record *const sides[] = {point->record, point->other};
    cJSON *values = claim->number[0] != '\0' ? cJSON_AddArrayToObject(object, "values") : NULL;
    for (int k = 0; k < claim->sides && values != NULL; k++) {
        const cJSON *number = member_at(sides[k]->item, claim->number);
        cJSON_AddItemToArray(values, json_number(cJSON_GetNumberValue(number)));
    }
}

static cJSON *point_json(const struct claim *claim, const struct claim_point *point)
{
    char text[CLAIM_TEXT];
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "verdict", claim_verdict_name(point->verdict));
    cJSON_AddStringToObject(object, "id", point->record->id);
    cJSON_AddStringToObject(object, "file", point->record->file);
    if (point->other != NULL) {
        cJSON_AddStringToObject(object, "other_id", point->other->id);
        cJSON_AddStringToObject(object, "other_file", point->other->file);
    }
    if (point->least != NULL)
        cJSON_AddStringToObject(object, "least_id", point->least->id);
    cJSON_AddItemToObject(object, "n", json_number(point->record->n));
    cJSON_AddItemToObject(object, "density", json_number(point->record->density));
    cJSON_AddItemToObject(object, "ratio", json_number(point->ratio));
    cJSON *interval = cJSON_AddArrayToObject(object, "ratio_interval");
    cJSON_AddItemToArray(interval, json_number(point->low));
    cJSON_AddItemToArray(interval, json_number(point->high));
    add_values(object, claim, point);
    claim_place(point, text, sizeof text);
    cJSON_AddStringToObject(object, "where", text);
    if (point->doubted != NULL)
        cJSON_AddStringToObject(
            object, "doubt", trust_reason(point->doubted, point->doubted_time, text, sizeof text));
    return object;
}

/*
 * Adds the reason why the wrong side of a failed claim on force times is slower. Adds nothing if
 * counts do not explain it.
 */
static void add_loss(cJSON *object, const struct claim *claim)
{
    const struct claim_point *point = claim->points > 0 ? &claim->point[0] : NULL;
    char reason[CLAIM_TEXT], loss[2 * CLAIM_TEXT];
    if (point == NULL || point->other == NULL || claim->verdict != CLAIM_FAILS ||
        claim->number[0] != '\0' || strcmp(claim->of, "force") != 0 || claim->across[0] != '\0' ||
        !record_same_lists(point->record, point->other) ||
        strcmp(point->record->device, point->other->device) != 0)
        return;
    bool first = point->record->force.median > point->other->force.median;
    if (first ? claim->below > 1 : claim->above < 1)
        return;
    const struct record *slower = first ? point->record : point->other;
    reason_of(slower, first ? point->other : point->record, reason, sizeof reason);
    snprintf(loss, sizeof loss, "%s takes longer: %s", slower->strategy, reason);
    if (reason[0] != '\0')
        cJSON_AddStringToObject(object, "loss", loss);
}

static cJSON *claim_json(const struct claim *claim)
{
    char why[CLAIM_TEXT];
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "verdict", claim_verdict_name(claim->verdict));
    if (claim->id[0] != '\0')
        cJSON_AddStringToObject(object, "id", claim->id);
    cJSON_AddStringToObject(object, "text", claim->text);
    cJSON_AddStringToObject(object, "source", claim->source);
    cJSON_AddStringToObject(object, "device", claim->device);
    cJSON *ratio = cJSON_AddArrayToObject(object, "ratio");
    for (int k = 0; k < claim->sides; k++)
        add_side(ratio, &claim->side[k]);
    cJSON_AddStringToObject(object, "of", claim->of);
    if (claim->number[0] != '\0')
        cJSON_AddStringToObject(object, "number", claim->number);
    if (claim->per[0] != '\0')
        cJSON_AddStringToObject(object, "per", claim->per);
    if (explanation_of(claim, why, sizeof why))
        cJSON_AddStringToObject(object, "why", why);
    add_loss(object, claim);
    if (isfinite(claim->published)) {
        cJSON *published = cJSON_AddArrayToObject(object, "published");
        cJSON_AddItemToArray(published, json_number(claim->published));
        if (claim->published < claim->published_most)
            cJSON_AddItemToArray(published, json_number(claim->published_most));
    }
    if (claim->entry != NULL)
        cJSON_AddItemToObject(object, "entry", cJSON_Duplicate(claim->entry, true));
    if (claim->deviation)
        cJSON_AddBoolToObject(object, "deviation", true);
    cJSON_AddStringToObject(object, "at", claim->at);
    if (claim->across[0] != '\0')
        cJSON_AddStringToObject(object, "across", claim->across);
    if (claim->against != NULL)
        cJSON_AddItemToObject(object, "against", cJSON_Duplicate(claim->against, true));
    cJSON_AddItemToObject(object, "above",
                          claim->above > 0 ? json_number(claim->above) : cJSON_CreateNull());
    cJSON_AddItemToObject(object, "below", json_number(claim->below));
    cJSON *points = cJSON_AddArrayToObject(object, "points");
    for (int64_t k = 0; k < claim->points; k++)
        cJSON_AddItemToArray(points, point_json(claim, &claim->point[k]));
    return object;
}

cJSON *claims_json(const struct claims *claims)
{
    cJSON *list = cJSON_CreateArray();
    for (int64_t k = 0; k < claims->count; k++)
        cJSON_AddItemToArray(list, claim_json(&claims->item[k]));
    return list;
}

static void write_json(FILE *stream, const struct claims *claims)
{
    cJSON *document = cJSON_CreateObject();
    cJSON_AddNumberToObject(document, "schema_version", 1);
    cJSON_AddItemToObject(document, "claims", claims_json(claims));
    json_file_print(stream, document);
}

bool claims_report(FILE *stream, const struct claims *claims, struct table_style *style,
                   struct error *error)
{
    if (style->format == TABLE_MARKDOWN)
        return write_markdown(stream, claims, style, error);
    if (style->format == TABLE_JSON)
        write_json(stream, claims);
    else if (style->format != TABLE_TEXT || style->columns != NULL)
        return write_table(stream, claims, style, error);
    else
        write_text(stream, claims);
    return true;
}
