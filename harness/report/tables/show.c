#include "harness/report/tables/show.h"
#include "harness/base/escape.h"

#include "harness/base/printable.h"
#include "harness/base/table.h"
#include "harness/base/text.h"
#include "harness/base/words.h"
#include "harness/report/tables/show_cases.h"
#include "harness/report/tables/show_dynamics.h"
#include "harness/report/tables/summary.h"
#include "harness/report/verdicts/trust.h"
#include "harness/results/record.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_other_of_cpu(const struct record *record, const struct record *serial)
{
    return record_timed(record) && strcmp(record->backend, "cpu") == 0 &&
           !record_has_one_thread(record->strategy) && record_same_system(record, serial) &&
           strcmp(record->precision, serial->precision) == 0 && record_same_host(record, serial);
}

/*
 * Finds the fastest case of another strategy with the same particles, precision and CPU as
 * `serial`. It has one thread or, if `several`, more. NULL if there is none.
 */
static const struct record *serial_rival(const struct records *records, const struct record *serial,
                                         bool several)
{
    const struct record *best = NULL;
    for (const struct record *record = records_first(records, serial); record != NULL;
         record = records_next(records, record)) {
        if (is_other_of_cpu(record, serial) &&
            (several ? record->threads > 1 : record->threads == 1) &&
            (best == NULL || record->force.median < best->force.median))
            best = record;
    }
    return best;
}

enum { INDENT = 2 };

static bool same_reason(const struct record *a, const struct record *b)
{
    return strcmp(a->status, b->status) == 0 && strcmp(a->backend, b->backend) == 0 &&
           strcmp(a->reason, b->reason) == 0;
}

/* Shows the cases without a time, by reasons. */
static bool show_missing(FILE *stream, const struct records *records, struct table_style *style,
                         struct error *error)
{
    static const struct table_column columns[] = {{"status", TABLE_LEFT},
                                                  {"backend", TABLE_LEFT},
                                                  {"cases", TABLE_RIGHT},
                                                  {"the first", TABLE_LEAVES(1)},
                                                  {"reason", TABLE_LEFT}};
    struct table table;
    struct table_style own = table_following_style(style);

    table_start(&table, columns, sizeof columns / sizeof *columns);
    table.title = "Not timed";
    table.indent = INDENT;
    for (int64_t k = 0; k < records->count; k++) {
        const struct record *record = &records->record[k];
        int64_t before = 0;
        int64_t cases = 0;
        if (record_timed(record))
            continue;
        for (int64_t j = 0; j < records->count; j++) {
            if (record_timed(&records->record[j]) || !same_reason(record, &records->record[j]))
                continue;
            before += j < k;
            cases++;
        }
        if (before > 0)
            continue;
        table_cell(&table, "%s", record->status);
        table_cell(&table, "%s", record->backend);
        table_cell(&table, "%" PRId64, cases);
        table_cell(&table, "%s", record->id);
        bool verified = strcmp(record->status, "ok") == 0;
        table_cell(&table, "%s", verified ? "verified only" : record->reason);
    }
    bool good = true;
    if (table.cells > 0) {
        fputs("\n", stream);
        good = table_write(&table, &own, stream, error);
    }
    table_free(&table);
    return good;
}

/* Shows the cases in which the host could not enqueue calls ahead of the device. */
static void show_gaps(FILE *stream, const struct record *const *list, int64_t count)
{
    bool any = false;
    for (int64_t k = 0; k < count; k++) {
        if (strcmp(list[k]->force.launch_gaps, "true") != 0)
            continue;
        if (!any)
            fputs("\nTimed with gaps between launches: times include what the host adds\n", stream);
        printable_line(stream, "%*s%s", INDENT, "", list[k]->id);
        any = true;
    }
}

/*
 * Shows, by reasons, the cases without times of requested steps, because the times could not have
 * been trusted.
 */
static void show_steps(FILE *stream, const struct record *const *list, int64_t count)
{
    const char *last = "";
    for (int64_t k = 0; k < count; k++) {
        const char *reason = list[k]->step_reason;
        if (reason[0] == '\0')
            continue;
        if (strcmp(reason, last) != 0) {
            fputs("\n", stream);
            printable_line(stream, "Steps not timed: %s", reason);
        }
        printable_line(stream, "%*s%s", INDENT, "", list[k]->id);
        last = reason;
    }
}

/* Whether a file and its host are in a list; if not, they are added. */
static bool is_repeated(struct words *printed, const char *file, const char *host)
{
    int last = printed->count;
    words_add(printed, "%s: %s", file, host);
    for (int k = last - 1; k >= 0; k--)
        if (strcmp(printed->word[k], printed->word[last]) == 0) {
            free(printed->word[last]);
            printed->word[printed->count = last] = NULL;
            return true;
        }
    return false;
}

/* Writes a formatted line with texts from results, escaped if the style is Markdown. */
static void __attribute__((format(printf, 3, 4)))
show_line(FILE *stream, const struct table_style *style, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *text = text_formatted(format, arguments);
    va_end(arguments);
    if (style->format == TABLE_MARKDOWN) {
        escape_markdown(stream, text);
        fputc('\n', stream);
    } else {
        table_wrapped(stream, style->width, 0, INDENT, "%s", text);
    }
    free(text);
}

/* Shows the files of the results with their hosts; a file of several hosts has a line for each. */
static void show_sources(FILE *stream, const struct records *records,
                         const struct table_style *style)
{
    const struct record *last = NULL;
    struct words printed = {0};
    for (int64_t k = 0; k < records->count; k++) {
        const struct record *record = &records->record[k];
        bool same = last != NULL && strcmp(last->file, record->file) == 0 &&
                    strcmp(last->host, record->host) == 0;
        last = record;
        if (!same && !is_repeated(&printed, record->file, record->host))
            show_line(stream, style, "%s: %s, commit %s, %s", record->file, record->host,
                      record->commit, record->date);
    }
    words_free(&printed);
}

/*
 * Returns the serial case for the speed-ups of the first device. The machine is the same for all
 * devices.
 */
static const struct record *serial_of(const struct records *records,
                                      const struct rankings *rankings)
{
    const struct record *serial = NULL;
    for (int64_t k = 0; k < rankings->count && serial == NULL; k++)
        serial = show_serial(records, &rankings->ranking[k]);
    return serial;
}

static bool is_slowed(const struct record *record)
{
    return (trust_faults(record, &record->force) & TRUST_SLOWED) != 0;
}

/*
 * Shows how much SIMD and more threads speed up the baseline's CPU. Shows nothing if the serial
 * calls were delayed.
 */
static void show_serial_rivals(FILE *stream, const struct records *records,
                               const struct record *serial, const struct table_style *style)
{
    char text[256] = "";
    if (is_slowed(serial))
        return;
    for (int several = 0; several <= 1; several++) {
        const struct record *best = serial_rival(records, serial, several);
        if (best != NULL && is_slowed(best))
            text_append(text, sizeof text, "; ", "most calls of %s on %g thread%s were held up",
                        best->strategy, best->threads, several ? "s" : "");
        else if (best != NULL)
            text_append(text, sizeof text, "; ", "%s on %g thread%s is %.3g × serial",
                        best->strategy, best->threads, several ? "s" : "",
                        serial->force.median / best->force.median);
        else
            text_append(text, sizeof text, "; ", "its %s not recorded here",
                        several ? "other threads are" : "SIMD is");
    }
    char n[TEXT_NUMBER];
    table_wrapped(stream, style->width, 0, 0,
                  "serial is scalar code on one core of that CPU. With N = %s, ρ = %.4g: %s.",
                  text_whole(serial->n, n), serial->density, text);
}

static void show_legend(FILE *stream, const struct records *records,
                        const struct rankings *rankings, const struct table_style *style)
{
    const struct record *serial = serial_of(records, rankings);
    bool steps = false, lanes = false, limits = false, replicas = false;
    for (int64_t k = 0; k < records->count; k++) {
        steps = steps || isfinite(records->record[k].step.median);
        lanes = lanes || isfinite(records->record[k].lanes);
        limits = limits || isfinite(records->record[k].limit_fraction);
        replicas = replicas || records->record[k].sharing[0] != '\0';
    }
    fputc('\n', stream);
    table_wrapped(
        stream, style->width, 0, 0,
        "* the fastest; ? the same, unless a time that is not to be trusted is lower; = its 95 %% "
        "interval overlaps that of the fastest; ! not to be trusted, see below. Times are medians "
        "of one call; relative: to the fastest. Pairs are those within the cut-off. force error: "
        "relative RMS against double precision. × vertex: speed-up over the fastest case of vertex "
        "with as many threads on the device.%s%s%s%s",
        steps ? " lists %, waiting %: shares of a step." : "",
        lanes ? " lanes %: of a warp's, active, weighted by flops, as GPUs map the strategy." : "",
        limits ? " limit: the nearest ceiling of the device." : "",
        replicas ? " M steps/s, µs/day: the most that several systems at a time reach, in particle "
                   "steps; gain: over one."
                 : "");
    if (serial != NULL)
        table_wrapped(stream, style->width, 0, 0,
                      "× serial: speed-up over the fastest case of serial on the same device or, "
                      "without one, on the CPU of the same machine: one thread of %s%s.",
                      serial->device, rankings->count > 1 ? ", for the first of them" : "");
    if (serial != NULL)
        show_serial_rivals(stream, records, serial, style);
}

static void print_model(FILE *stream, const struct table_style *style, const struct record *record)
{
    show_line(stream, style, "%s: %s", record->model, record->parameters);
    fputc('\n', stream);
}

static bool show_tables(FILE *stream, const struct records *records,
                        const struct rankings *rankings, struct table_style *style,
                        struct error *error)
{
    const struct record *last = NULL;
    for (int64_t k = 0; k < rankings->count; k++) {
        const struct record *record = rankings->ranking[k].record[0];
        fputc('\n', stream);
        if (last == NULL || strcmp(last->model, record->model) != 0 ||
            strcmp(last->parameters, record->parameters) != 0)
            print_model(stream, style, record);
        last = record;
        if (!show_cases(stream, records, &rankings->ranking[k], 1, style, error))
            return false;
    }
    if (rankings->count > 0)
        show_legend(stream, records, rankings, style);
    return true;
}

/* Writes all tables for people. The summary is last, where a terminal shows it. */
static bool show_people(FILE *stream, const struct records *records,
                        const struct rankings *rankings, struct table_style *style,
                        struct error *error)
{
    int64_t count = 0;
    if (records->count == 0) {
        fputs("There are no cases.\n", stream);
        return true;
    }
    const struct record **list = records_sorted(records, &count);
    bool good = true;
    if (!style->brief) {
        show_sources(stream, records, style);
        good = show_tables(stream, records, rankings, style, error) &&
               show_dynamics(stream, list, count, style, error);
        show_gaps(stream, list, count);
        show_steps(stream, list, count);
        good = good && show_missing(stream, records, style, error);
    }
    good = good && summary_write(stream, records, rankings, style, error);
    if (good)
        table_left_out(style, stream);
    free(list);
    return good;
}

bool show_records(FILE *stream, const struct records *records, enum ranked by,
                  struct table_style *style, struct error *error)
{
    struct rankings rankings;
    rankings_of(records, by, &rankings);
    bool good = show_cases_check(rankings.count > 0 ? rankings.ranking : NULL, style, error);
    if (good)
        good = table_for_people(style)
                   ? show_people(stream, records, &rankings, style, error)
                   : show_cases(stream, records, rankings.ranking, rankings.count, style, error);
    rankings_free(&rankings);
    return good;
}

void show_table(FILE *stream, const cJSON *results, struct table_style *style)
{
    struct records records = {0};
    struct error error;
    if (!records_add(&records, results, "this run", &error) ||
        !show_records(stream, &records, RANKED_ASKED, style, &error))
        fprintf(stream, "%s\n", error.text);
    fflush(stream);
    records_free(&records);
}
