#include "harness/report/verdicts/compare_report.h"

#include "harness/base/escape.h"
#include "harness/base/printable.h"
#include "harness/base/suggest.h"
#include "harness/base/table.h"
#include "harness/base/text.h"
#include "harness/json/json_file.h"
#include "harness/report/verdicts/trust.h"
#include "harness/results/compared.h"
#include "harness/timing/run_ratio.h"

#include <cjson/cJSON.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

bool compare_format_find(const char *name, enum compare_format *format, struct error *error)
{
    static const char *const names[] = {"text", "markdown", "json",   "jsonl", "csv",
                                        "tsv",  "junit",    "github", NULL};
    const int place = suggest_place(name, "format", names, error);
    if (place >= 0)
        *format = (enum compare_format)place;
    return place >= 0;
}

/* Returns the record of the new results or, if there is none, that of the base. */
static const struct record *record_of(const struct comparison *item)
{
    return item->head != NULL ? item->head : item->base;
}

/* Whether only one side has the case or the quantity. */
static bool one_sided(const struct comparison *item)
{
    return item->verdict >= VERDICT_BROKEN;
}

static const char *reason_of(const struct comparison *item)
{
    if (item->head == NULL)
        return "it is not in the new results";
    if (item->verdict == VERDICT_BROKEN && item->head->reason[0] != '\0')
        return item->head->reason;
    if (item->base == NULL)
        return "it is not in the base results";
    if (item->quantity < 0)
        return item->head->reason[0] != '\0' ? item->head->reason : "it was not measured before";
    return item->verdict == VERDICT_NEW ? "the base results lack this quantity"
                                        : "the new results lack this quantity";
}

enum { REASON = 512, NOTE = 3 * REASON };

/* Returns why there is no verdict, or a reservation about the verdict; "" if there is neither. */
static const char *remark_of(const struct comparison *item, char text[REASON])
{
    char reason[REASON / 2];
    text[0] = '\0';
    if (item->failures < item->head_runs && item->failures > 0)
        snprintf(text, REASON, "in %d of %d runs: %s", item->failures, item->head_runs,
                 reason_of(item));
    else if (one_sided(item))
        snprintf(text, REASON, "%s", reason_of(item));
    else if (item->doubted != NULL)
        snprintf(text, REASON, "%s: %s",
                 item->verdict == VERDICT_INCONCLUSIVE ? "not to be trusted" : "on a busy machine",
                 trust_reason(item->doubted, item->doubted_time, reason, sizeof reason));
    else if (item->as_fast)
        snprintf(text, REASON, "the force takes as long as before");
    else if (item->verdict == VERDICT_INCONCLUSIVE && isinf(item->high))
        snprintf(text, REASON, "%d and %d runs, and no recorded noise", item->base_runs,
                 item->head_runs);
    else if (item->needed > RUN_NEEDED_MOST)
        snprintf(text, REASON, "more than %d runs a side would decide", RUN_NEEDED_MOST);
    else if (item->needed > 0)
        snprintf(text, REASON, "about %d runs a side would decide", item->needed);
    return text;
}

/* Writes a ratio with its interval, "1.052 [1.048, 1.057]", or alone if it is exact. */
static void ratio_text(const struct comparison *item, char *text, size_t size)
{
    if (!isfinite(item->ratio))
        snprintf(text, size, "–");
    else if (item->low == item->high)
        snprintf(text, size, "%.4g", item->ratio);
    else if (!isfinite(item->high))
        snprintf(text, size, "%.3f [too few runs]", item->ratio);
    else
        snprintf(text, size, "%.3f [%.3f, %.3f]", item->ratio, item->low, item->high);
}

/* Returns the largest unit in which a time is at least 1. */
static const struct unit {
    const char *name;
    double nanoseconds;
} units[] = {{"s", 1e9}, {"ms", 1e6}, {"µs", 1e3}, {"ns", 0}};

static const struct unit *unit_of(double nanoseconds)
{
    const struct unit *unit = units;
    while (nanoseconds < unit->nanoseconds)
        unit++;
    return unit;
}

/* Writes a number without its unit: a time or an error, "16.01", or a count, "1,024". */
static const char *number_text(const struct comparison *item, double value, const struct unit *unit,
                               char text[TEXT_NUMBER])
{
    if (strcmp(compare_unit(item), "ns") == 0)
        return text_significant(value / fmax(unit->nanoseconds, 1), 4, text);
    if (value < 1 && value > 0)
        snprintf(text, TEXT_NUMBER, "%.3g", value);
    else
        text_whole(value, text);
    return text;
}

/* Adds a cell with a number and its unit: "16.01 ms", "1,024", or "–" if there is none. */
static void add_number(struct table *table, const struct comparison *item, double value)
{
    char number[TEXT_NUMBER];
    const struct unit *unit = unit_of(value);
    bool time = strcmp(compare_unit(item), "ns") == 0;
    table_number(table, value, "%s%s%s", number_text(item, value, unit, number), time ? " " : "",
                 time ? unit->name : "");
}

/* Adds a cell with both numbers, "16.01 → 16.84 ms", in the unit of the first. */
static void add_change(struct table *table, const struct comparison *item)
{
    char number[2][TEXT_NUMBER];
    const struct unit *unit = unit_of(item->before);
    bool time = strcmp(compare_unit(item), "ns") == 0;
    if (one_sided(item))
        table_cell(table, "–");
    else
        table_cell(table, "%s → %s%s%s", number_text(item, item->before, unit, number[0]),
                   number_text(item, item->after, unit, number[1]), time ? " " : "",
                   time ? unit->name : "");
}

/* Whether a comparison has another verdict than "the same". */
static bool notable(const struct comparison *item)
{
    return item->verdict != VERDICT_SAME;
}

static const char *name_of(const struct compare_options *options, int side,
                           const struct record *record)
{
    return options->names[side] != NULL ? options->names[side] : record->commit;
}

static void write_side(FILE *stream, const char *side, const char *name, int runs)
{
    printable_line(stream, "%-4s  commit %s, %d %s", side, name, runs, runs == 1 ? "run" : "runs");
}

/* Returns the first comparison of a case that both sides have. */
static const struct comparison *first_common(const struct comparisons *comparisons)
{
    for (int64_t k = 0; k < comparisons->count; k++)
        if (comparisons->item[k].base != NULL && comparisons->item[k].head != NULL)
            return &comparisons->item[k];
    return &comparisons->item[0];
}

static void write_tally(FILE *stream, const struct comparisons *comparisons, bool counts_only)
{
    const int64_t *tally = comparisons->tally;
    fprintf(stream, "%" PRId64 " %s, %" PRId64 " %s, %" PRId64 " inconclusive, %" PRId64 " same",
            tally[VERDICT_MORE], counts_only ? "more" : "slower or more", tally[VERDICT_LESS],
            counts_only ? "fewer" : "faster or fewer", tally[VERDICT_INCONCLUSIVE],
            tally[VERDICT_SAME]);
    static const char *const names[] = {
        [VERDICT_BROKEN] = "broken", [VERDICT_MISSING] = "missing", [VERDICT_NEW] = "new"};
    for (int verdict = VERDICT_BROKEN; verdict <= VERDICT_NEW; verdict++)
        if (tally[verdict] > 0)
            fprintf(stream, ", %" PRId64 " %s", tally[verdict], names[verdict]);
    fputc('\n', stream);
}

/* Appends the names of the quantities that were compared. If `were` is false, appends the names
 * of all other quantities. */
static void list_quantities(const struct comparisons *comparisons, bool were, char *text,
                            size_t size)
{
    for (int q = 0; q < compared_count(); q++) {
        bool found = false;
        for (int64_t k = 0; k < comparisons->count && !found; k++)
            found = comparisons->item[k].quantity == q && !one_sided(&comparisons->item[k]);
        if (found == were)
            text_append(text, size, ", ", "%s", compared_info(q)->name);
    }
}

/* Writes which quantities were compared and which were not, and how many are missing. */
static void scope_of(const struct comparisons *comparisons, bool counts_only, char *text,
                     size_t size)
{
    char were[REASON] = "";
    char not [REASON] = "";
    list_quantities(comparisons, true, were, sizeof were);
    list_quantities(comparisons, false, not, sizeof not );
    snprintf(text, size, "Compared: %s. Not compared: %s%s.", were,
             not [0] != '\0' ? not : "none of the others",
             counts_only ? " (--counts-only: no times)" : "");
    if (comparisons->missing > 0)
        text_append(text, size, " ",
                    "Missing from the new results: %.0f %% of the quantities, cases "
                    "and runs of the base%s.",
                    100 * comparisons->missing / comparisons->expected,
                    comparisons->missing > COMPARE_MISSING * comparisons->expected
                        ? ", too much for a verdict"
                        : "");
}

static const struct table_column columns[] = {
    {"verdict", TABLE_LEFT},
    {"case", TABLE_LEFT},
    {"quantity", TABLE_LEFT},
    {"base → new", TABLE_RIGHT | TABLE_SHOWN | TABLE_LEAVES(3)},
    {"base", TABLE_RIGHT | TABLE_DATA},
    {"new", TABLE_RIGHT | TABLE_DATA},
    {"unit", TABLE_DATA},
    {"ratio [interval]", TABLE_SHOWN},
    {"ratio", TABLE_RIGHT | TABLE_DATA},
    {"low", TABLE_RIGHT | TABLE_DATA},
    {"high", TABLE_RIGHT | TABLE_DATA},
    {"confidence", TABLE_RIGHT | TABLE_DATA},
    {"reason", TABLE_DATA},
    {"threshold", TABLE_RIGHT | TABLE_DATA},
    {"runs needed", TABLE_RIGHT | TABLE_LEAVES(6)},
};

static void add_row(struct table *table, const struct comparison *item)
{
    char remark[REASON];
    char ratio[96];
    ratio_text(item, ratio, sizeof ratio);
    remark_of(item, remark);
    table_cell(table, "%s", compare_verdict(item));
    table_cell(table, "%s", record_of(item)->id);
    table_cell(table, "%s", compare_quantity(item));
    add_change(table, item);
    add_number(table, item, item->before);
    add_number(table, item, item->after);
    table_cell(table, "%s", compare_unit(item));
    table_cell(table, "%s%s%s", one_sided(item) ? remark : ratio, item->doubted != NULL ? " !" : "",
               item->as_fast ? ", as fast" : "");
    table_number(table, item->ratio, "%.4g", item->ratio);
    table_number(table, item->low, "%.4g", item->low);
    table_number(table, item->high, "%.4g", item->high);
    table_number(table, item->confidence, "%.4g", item->confidence);
    table_cell(table, "%s", remark);
    table_number(table, item->threshold, "%.4g", item->threshold);
    if (item->needed > RUN_NEEDED_MOST)
        table_cell(table, "> %d", RUN_NEEDED_MOST);
    else
        table_number(table, item->needed > 0 ? item->needed : NAN, "%d", item->needed);
}

/* Writes the notable comparisons for people, or every comparison for programs. */
static bool write_table(FILE *stream, const struct comparisons *comparisons,
                        struct table_style *style, struct error *error)
{
    struct table table;
    bool good = true;
    table_start(&table, columns, sizeof columns / sizeof *columns);
    for (int64_t k = 0; k < comparisons->count; k++)
        if (notable(&comparisons->item[k]) || !table_for_people(style))
            add_row(&table, &comparisons->item[k]);
    if (table.cells > 0 || !table_for_people(style)) {
        fputs(table_for_people(style) ? "\n" : "", stream);
        good = table_write(&table, style, stream, error);
    }
    table_free(&table);
    return good;
}

/* Writes how many of the compared times have too few runs. False if none. */
static bool unconfirmed_of(const struct comparisons *comparisons, char *text, size_t size)
{
    if (comparisons->unconfirmed == 0)
        return false;
    snprintf(text, size,
             "%" PRId64 " %s too few runs for a verdict: give three or more of each side to --base "
             "and --new, taken in turns, or record the noise of these cases on this device with "
             "`pairlanes calibrate`.",
             comparisons->unconfirmed, comparisons->unconfirmed == 1 ? "time has" : "times have");
    return true;
}

/*
 * Writes how many comparisons have times that cannot be trusted, with the reason for the first and
 * the remedy. False if none.
 */
static bool distrust_of(const struct comparisons *comparisons, char *text, size_t size)
{
    const struct comparison *first = NULL;
    int64_t count = 0, times = 0;
    for (int64_t k = 0; k < comparisons->count; k++) {
        const struct comparison *item = &comparisons->item[k];
        times += !one_sided(item);
        bool open = item->doubted != NULL && item->verdict == VERDICT_INCONCLUSIVE;
        count += open;
        if (first == NULL && open)
            first = item;
    }
    if (first == NULL)
        return false;
    char reason[REASON / 2];
    trust_reason(first->doubted, first->doubted_time, reason, sizeof reason);
    snprintf(text, size,
             "! %" PRId64 " of %" PRId64 " %s inconclusive because a time is not to be trusted. %s "
             "%s of %s in %s: %s. Remedy: %s.",
             count, times, count == 1 ? "is" : "are", count == 1 ? "It is" : "The first,",
             compare_quantity(first), first->doubted->id, first->doubted->file, reason,
             trust_remedy(trust_faults(first->doubted, first->doubted_time)));
    return true;
}

static bool write_text(FILE *stream, const struct comparisons *comparisons,
                       const struct compare_options *options, struct table_style *style,
                       struct error *error)
{
    const struct comparison *common = first_common(comparisons);
    write_side(stream, "base", name_of(options, 0, common->base), comparisons->base_runs);
    write_side(stream, "new", name_of(options, 1, common->head), comparisons->head_runs);
    if (!write_table(stream, comparisons, style, error))
        return false;
    fputc('\n', stream);
    char text[NOTE];
    if (unconfirmed_of(comparisons, text, sizeof text))
        table_wrapped(stream, style->width, 0, 2, "%s", text);
    if (distrust_of(comparisons, text, sizeof text))
        table_wrapped(stream, style->width, 0, 2, "%s", text);
    scope_of(comparisons, options->counts_only, text, sizeof text);
    table_wrapped(stream, style->width, 0, 2, "%s", text);
    write_tally(stream, comparisons, options->counts_only);
    table_left_out(style, stream);
    return true;
}

static void write_paragraph(FILE *stream, const char *text)
{
    fputc('\n', stream);
    escape_markdown(stream, text);
    fputc('\n', stream);
}

static bool write_markdown(FILE *stream, const struct comparisons *comparisons,
                           const struct compare_options *options, struct table_style *style,
                           struct error *error)
{
    const struct comparison *common = first_common(comparisons);
    fputs("### pairlanes: ", stream);
    write_tally(stream, comparisons, options->counts_only);
    fputs("\n<code>", stream);
    escape_markdown(stream, name_of(options, 0, common->base));
    fputs("</code> → <code>", stream);
    escape_markdown(stream, name_of(options, 1, common->head));
    fputs("</code>, ", stream);
    escape_markdown(stream, common->head->device);
    fputs("\n", stream);
    char text[NOTE];
    if (unconfirmed_of(comparisons, text, sizeof text))
        write_paragraph(stream, text);
    if (distrust_of(comparisons, text, sizeof text))
        write_paragraph(stream, text);
    scope_of(comparisons, options->counts_only, text, sizeof text);
    write_paragraph(stream, text);
    return write_table(stream, comparisons, style, error);
}

static cJSON *side_json(const char *name, const struct record *record, int runs)
{
    cJSON *side = cJSON_CreateObject();
    cJSON_AddStringToObject(side, "commit", name);
    cJSON_AddStringToObject(side, "host", record->host);
    cJSON_AddStringToObject(side, "date", record->date);
    cJSON_AddNumberToObject(side, "runs", runs);
    return side;
}

static cJSON *item_json(const struct comparison *item)
{
    const struct record *record = record_of(item);
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "id", record->id);
    cJSON_AddStringToObject(object, "device", record->device);
    cJSON_AddStringToObject(object, "quantity", compare_quantity(item));
    cJSON_AddStringToObject(object, "unit", compare_unit(item));
    cJSON_AddStringToObject(object, "verdict", compare_verdict(item));
    char remark[REASON];
    if (remark_of(item, remark)[0] != '\0')
        cJSON_AddStringToObject(object, "reason", remark);
    cJSON_AddItemToObject(object, "base", json_number(item->before));
    cJSON_AddItemToObject(object, "new", json_number(item->after));
    cJSON_AddItemToObject(object, "ratio", json_number(item->ratio));
    cJSON *interval = cJSON_AddArrayToObject(object, "interval");
    cJSON_AddItemToArray(interval, json_number(item->low));
    cJSON_AddItemToArray(interval, json_number(item->high));
    cJSON_AddItemToObject(object, "confidence", json_number(item->confidence));
    cJSON_AddItemToObject(object, "threshold", json_number(item->threshold));
    if (item->needed > 0)
        cJSON_AddNumberToObject(object, "runs_needed", item->needed);
    bool both = item->base != NULL && item->head != NULL;
    cJSON_AddBoolToObject(object, "source_changed",
                          both && strcmp(item->base->source_hash, item->head->source_hash) != 0);
    return object;
}

static void write_json(FILE *stream, const struct comparisons *comparisons,
                       const struct compare_options *options)
{
    const struct comparison *common = first_common(comparisons);
    cJSON *document = cJSON_CreateObject();
    cJSON_AddNumberToObject(document, "schema_version", COMPARE_SCHEMA);
    cJSON_AddItemToObject(
        document, "base",
        side_json(name_of(options, 0, common->base), common->base, comparisons->base_runs));
    cJSON_AddItemToObject(
        document, "new",
        side_json(name_of(options, 1, common->head), common->head, comparisons->head_runs));
    cJSON_AddBoolToObject(document, "counts_only", options->counts_only);
    cJSON_AddBoolToObject(document, "strict", options->strict);
    cJSON_AddNumberToObject(document, "unconfirmed", (double)comparisons->unconfirmed);
    cJSON_AddNumberToObject(document, "missing",
                            comparisons->expected > 0 ? comparisons->missing / comparisons->expected
                                                      : 0);
    cJSON_AddNumberToObject(document, "exit_code", compare_exit_code(comparisons, options->strict));
    cJSON *cases = cJSON_AddArrayToObject(document, "comparisons");
    for (int64_t k = 0; k < comparisons->count; k++)
        cJSON_AddItemToArray(cases, item_json(&comparisons->item[k]));
    json_file_print(stream, document);
}

static void write_element(FILE *stream, const char *name, const struct comparison *item)
{
    char ratio[96], remark[REASON];
    ratio_text(item, ratio, sizeof ratio);
    remark_of(item, remark);
    fprintf(stream, "      <%s message=\"", name);
    escape_xml(stream, compare_verdict(item));
    fputs(": ", stream);
    if (!one_sided(item))
        escape_xml(stream, ratio);
    fputs(!one_sided(item) && remark[0] != '\0' ? ", " : "", stream);
    escape_xml(stream, remark);
    fputs("\"/>\n", stream);
}

static void write_junit(FILE *stream, const struct comparisons *comparisons, bool strict)
{
    const int64_t *tally = comparisons->tally;
    int64_t undecided = tally[VERDICT_INCONCLUSIVE] + tally[VERDICT_MISSING];
    strict = compare_exit_code(comparisons, strict) == COMPARE_INCONCLUSIVE || strict;
    int64_t failures = tally[VERDICT_MORE] + tally[VERDICT_BROKEN] + (strict ? undecided : 0);
    fprintf(stream,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
            "  <testsuite name=\"pairlanes compare\" tests=\"%" PRId64 "\" failures=\"%" PRId64
            "\" errors=\"0\" skipped=\"%" PRId64 "\">\n",
            comparisons->count, failures, strict ? 0 : undecided);
    for (int64_t k = 0; k < comparisons->count; k++) {
        const struct comparison *item = &comparisons->item[k];
        bool open = item->verdict == VERDICT_INCONCLUSIVE || item->verdict == VERDICT_MISSING;
        bool closed = item->verdict == VERDICT_MORE || item->verdict == VERDICT_BROKEN;
        fputs("    <testcase classname=\"", stream);
        escape_xml(stream, record_of(item)->device);
        fputs("\" name=\"", stream);
        escape_xml(stream, record_of(item)->id);
        fputs(" ", stream);
        escape_xml(stream, compare_quantity(item));
        fputs("\"", stream);
        if (strcmp(compare_unit(item), "ns") == 0 && isfinite(item->after))
            fprintf(stream, " time=\"%.9f\"", item->after * 1e-9);
        if (!open && !closed) {
            fputs("/>\n", stream);
            continue;
        }
        fputs(">\n", stream);
        write_element(stream, closed || strict ? "failure" : "skipped", item);
        fputs("    </testcase>\n", stream);
    }
    fputs("  </testsuite>\n</testsuites>\n", stream);
}

static void write_github(FILE *stream, const struct comparisons *comparisons,
                         const struct compare_options *options)
{
    cJSON *document = cJSON_CreateArray();
    for (int64_t k = 0; k < comparisons->count; k++) {
        const struct comparison *item = &comparisons->item[k];
        if (one_sided(item) || item->doubted != NULL)
            continue;
        const struct record *record = item->head;
        char text[1024];
        cJSON *object = cJSON_CreateObject();
        snprintf(text, sizeof text, "%s %s", record->id, compare_quantity(item));
        cJSON_AddStringToObject(object, "name", text);
        cJSON_AddStringToObject(object, "unit", compare_unit(item));
        cJSON_AddNumberToObject(object, "value", item->after);
        if (strcmp(compare_unit(item), "ns") == 0) {
            double reach = item->after * (item->high - item->low) / (2 * item->ratio);
            snprintf(text, sizeof text, isfinite(reach) ? "± %.4g" : "unknown", reach);
            cJSON_AddStringToObject(object, "range", text);
        }
        char ratio[96];
        ratio_text(item, ratio, sizeof ratio);
        snprintf(text, sizeof text, "%s\n%s: %s of %s", record->device, compare_verdict(item),
                 ratio, name_of(options, 0, item->base));
        cJSON_AddStringToObject(object, "extra", text);
        cJSON_AddItemToArray(document, object);
    }
    json_file_print(stream, document);
}

bool compare_report(FILE *stream, const struct comparisons *comparisons,
                    const struct compare_options *options, enum compare_format format,
                    struct table_style *style, struct error *error)
{
    switch (format) {
    case COMPARE_TEXT:
        return write_text(stream, comparisons, options, style, error);
    case COMPARE_MARKDOWN:
        return write_markdown(stream, comparisons, options, style, error);
    case COMPARE_JSON:
        write_json(stream, comparisons, options);
        break;
    case COMPARE_JSONL:
    case COMPARE_CSV:
    case COMPARE_TSV:
        return write_table(stream, comparisons, style, error);
    case COMPARE_JUNIT:
        write_junit(stream, comparisons, options->strict);
        break;
    case COMPARE_GITHUB:
        write_github(stream, comparisons, options);
        break;
    }
    return true;
}
