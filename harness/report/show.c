#include "harness/report/show.h"

#include "harness/base/plain.h"
#include "harness/base/table.h"
#include "harness/base/text.h"
#include "harness/catalog/building.h"
#include "harness/report/show_dynamics.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { INDENT = 2, DIGITS = 4 };

struct unit {
    const char *name;
    double nanoseconds;
};

/* The largest unit in which the shortest time is at least one. */
static struct unit unit_of(double shortest_ns)
{
    if (shortest_ns >= 1e9)
        return (struct unit){"s", 1e9};
    if (shortest_ns >= 1e6)
        return (struct unit){"ms", 1e6};
    return (struct unit){"µs", 1e3};
}

static int64_t group_end(const struct record *const *list, int64_t start, int64_t count)
{
    int64_t end = start + 1;
    while (end < count && record_same_group(list[start], list[end]))
        end++;
    return end;
}

static const struct record *fastest(const struct record *const *list, int64_t start, int64_t end)
{
    const struct record *best = list[start];
    for (int64_t k = start + 1; k < end; k++)
        if (list[k]->force.median < best->force.median)
            best = list[k];
    return best;
}

static void significant_cell(struct table *table, double value, int digits)
{
    char text[TEXT_NUMBER];
    table_cell(table, "%s", text_significant(value, digits, text));
}

static void speedup_cell(struct table *table, const struct records *records,
                         const struct record *record, const char *strategy)
{
    const struct record *baseline = records_baseline(records, record, strategy);
    significant_cell(table, baseline ? baseline->force.median / record->force.median : NAN, 3);
}

static void error_cell(struct table *table, double value)
{
    if (isfinite(value))
        table_cell(table, "%.1e", value);
    else
        table_cell(table, "–");
}

/* The columns that a table shows only if one of its cases has a value for them. */
struct extras {
    bool compiler, arch, interactions, building, cold, bonded, step, energy, lanes, limits;
};

/* Whether the record's list was built in an unusual way. */
static bool is_unusual(const struct record *record)
{
    static const struct building usual = {0};
    bool own = record->distance[0] == '\0' ||
               (strcmp(record->distance, "single") == 0) == record_narrow(record);
    return (record->binning[0] != '\0' &&
            strcmp(record->binning, binning_name(usual.binning)) != 0) ||
           (record->listing[0] != '\0' &&
            strcmp(record->listing, listing_name(usual.listing)) != 0) ||
           !own;
}

static struct extras extras_of(const struct record *const *list, int64_t start, int64_t end)
{
    struct extras extras = {0};
    for (int64_t k = start; k < end; k++) {
        const char *interactions = list[k]->interactions;
        extras.compiler = extras.compiler || strcmp(list[k]->compiler, list[start]->compiler) != 0;
        extras.arch = extras.arch || strcmp(list[k]->arch, list[start]->arch) != 0;
        extras.interactions =
            extras.interactions || (interactions[0] != '\0' && strcmp(interactions, "lookup") != 0);
        extras.building = extras.building || is_unusual(list[k]);
        extras.cold = extras.cold || isfinite(list[k]->force_cold.median);
        extras.bonded = extras.bonded || isfinite(list[k]->bonded.median);
        extras.step = extras.step || isfinite(list[k]->step.median);
        extras.energy = extras.energy || isfinite(list[k]->energy_nj_per_pair);
        extras.lanes = extras.lanes || isfinite(list[k]->lanes);
        extras.limits = extras.limits || isfinite(list[k]->limit_fraction);
    }
    return extras;
}

static void step_cells(struct table *table, const struct record *record, struct unit unit)
{
    significant_cell(table, record->step.median / unit.nanoseconds, DIGITS);
    significant_cell(table, 100 * record->step_lists, 2);
    significant_cell(table, 100 * record->step_waiting, 2);
}

static void building_cells(struct table *table, const struct record *record, struct unit unit)
{
    const char *const ways[] = {record->binning, record->listing, record->distance};
    for (size_t k = 0; k < sizeof ways / sizeof *ways; k++)
        table_cell(table, "%s", ways[k][0] != '\0' ? ways[k] : "–");
    significant_cell(table, record->bin.median / unit.nanoseconds, DIGITS);
}

static void add_row(struct table *table, const struct records *records, const struct record *record,
                    const struct record *best, struct unit unit, struct extras extras)
{
    const struct timing *force = &record->force;
    char low[TEXT_NUMBER];
    char high[TEXT_NUMBER];
    bool tied = force->low <= best->force.high;
    table_cell(table, "%s", record == best ? "*" : tied ? "=" : "");
    table_cell(table, "%s%s%s", record->strategy, record->tuning[0] ? " " : "", record->tuning);
    table_cell(table, "%s", record->sort);
    if (isfinite(record->threads))
        table_cell(table, "%.0f", record->threads);
    else
        table_cell(table, "–");
    significant_cell(table, force->median / unit.nanoseconds, DIGITS);
    table_cell(table, "[%s, %s]", text_significant(force->low / unit.nanoseconds, DIGITS, low),
               text_significant(force->high / unit.nanoseconds, DIGITS, high));
    significant_cell(table, 1e3 * record->n / force->median, 3);
    significant_cell(table, record->pairs_in_cutoff / force->median, 3);
    speedup_cell(table, records, record, "serial");
    speedup_cell(table, records, record, "vertex");
    error_cell(table, record->force_rms_rel);
    significant_cell(table, record->build.median / unit.nanoseconds, DIGITS);
    if (extras.compiler)
        table_cell(table, "%s", record->compiler[0] ? record->compiler : "–");
    if (extras.arch)
        table_cell(table, "%s", record->arch[0] ? record->arch : "–");
    if (extras.interactions)
        table_cell(table, "%s", record->interactions[0] ? record->interactions : "–");
    if (extras.building)
        building_cells(table, record, unit);
    if (extras.cold)
        significant_cell(table, record->force_cold.median / unit.nanoseconds, DIGITS);
    if (extras.bonded)
        significant_cell(table, record->bonded.median / unit.nanoseconds, DIGITS);
    if (extras.step)
        step_cells(table, record, unit);
    if (extras.energy) {
        significant_cell(table, record->energy_nj_per_pair, 3);
        significant_cell(table, record->energy_watts, 3);
    }
    if (extras.lanes)
        significant_cell(table, 100 * record->lanes, 3);
    if (extras.limits && isfinite(record->limit_fraction))
        table_cell(table, "%.1f %% of %s", 100 * record->limit_fraction, record->limit);
    else if (extras.limits)
        table_cell(table, "–");
}

static void print_model(FILE *stream, const struct record *record)
{
    plain_line(stream, "%s: %s, skin %.6g", record->model, record->parameters, record->skin);
}

static bool show_group(FILE *stream, const struct records *records,
                       const struct record *const *list, int64_t start, int64_t end,
                       struct error *error)
{
    const struct record *best = fastest(list, start, end);
    struct unit unit = unit_of(best->force.median);
    char force_header[32];
    char build_header[32];
    snprintf(force_header, sizeof force_header, "force, %s", unit.name);
    snprintf(build_header, sizeof build_header, "list, %s", unit.name);
    char bin_header[32];
    snprintf(bin_header, sizeof bin_header, "cells, %s", unit.name);
    char cold_header[32];
    snprintf(cold_header, sizeof cold_header, "cold, %s", unit.name);
    char bonded_header[32];
    snprintf(bonded_header, sizeof bonded_header, "bonded, %s", unit.name);
    char step_header[32];
    snprintf(step_header, sizeof step_header, "step, %s", unit.name);
    struct extras extras = extras_of(list, start, end);
    struct table_column columns[28] = {
        {"", TABLE_LEFT},
        {"strategy", TABLE_LEFT},
        {"sort", TABLE_LEFT},
        {"threads", TABLE_RIGHT},
        {force_header, TABLE_RIGHT},
        {"95 % interval", TABLE_RIGHT},
        {"M particles/s", TABLE_RIGHT},
        {"G pairs/s", TABLE_RIGHT},
        {"× serial", TABLE_RIGHT},
        {"× vertex", TABLE_RIGHT},
        {"force error", TABLE_RIGHT},
        {build_header, TABLE_RIGHT},
    };
    int count = 12;
    if (extras.compiler)
        columns[count++] = (struct table_column){"compiler", TABLE_LEFT};
    if (extras.arch)
        columns[count++] = (struct table_column){"arch", TABLE_LEFT};
    if (extras.interactions)
        columns[count++] = (struct table_column){"interactions", TABLE_LEFT};
    if (extras.building) {
        columns[count++] = (struct table_column){"binning", TABLE_LEFT};
        columns[count++] = (struct table_column){"listing", TABLE_LEFT};
        columns[count++] = (struct table_column){"distance", TABLE_LEFT};
        columns[count++] = (struct table_column){bin_header, TABLE_RIGHT};
    }
    if (extras.cold)
        columns[count++] = (struct table_column){cold_header, TABLE_RIGHT};
    if (extras.bonded)
        columns[count++] = (struct table_column){bonded_header, TABLE_RIGHT};
    if (extras.step) {
        columns[count++] = (struct table_column){step_header, TABLE_RIGHT};
        columns[count++] = (struct table_column){"lists %", TABLE_RIGHT};
        columns[count++] = (struct table_column){"waiting %", TABLE_RIGHT};
    }
    if (extras.energy) {
        columns[count++] = (struct table_column){"nJ/pair", TABLE_RIGHT};
        columns[count++] = (struct table_column){"W", TABLE_RIGHT};
    }
    if (extras.lanes)
        columns[count++] = (struct table_column){"lanes %", TABLE_RIGHT};
    if (extras.limits)
        columns[count++] = (struct table_column){"limit", TABLE_LEFT};

    char n[TEXT_NUMBER];
    fputs("\n", stream);
    plain_line(stream, "%s, ρ = %.6g, N = %s, %s precision, %s (%s)", best->model, best->density,
               text_whole(best->n, n), best->precision, best->device, best->backend);
    if (records_several_models(records))
        print_model(stream, best);
    struct table table;
    table_start(&table, columns, count);
    for (int64_t k = start; k < end; k++)
        add_row(&table, records, list[k], best, unit, extras);
    bool good = table_print(&table, INDENT, stream, error);
    table_free(&table);
    return good;
}

/* Shows the fastest case of every group. */
static bool show_fastest(FILE *stream, const struct records *records,
                         const struct record *const *list, int64_t count, struct error *error)
{
    static const struct table_column columns[] = {
        {"device", TABLE_LEFT},       {"model", TABLE_LEFT},
        {"precision", TABLE_LEFT},    {"ρ", TABLE_RIGHT},
        {"N", TABLE_RIGHT},           {"fastest", TABLE_LEFT},
        {"ns/particle", TABLE_RIGHT}, {"M particles/s", TABLE_RIGHT},
        {"× serial", TABLE_RIGHT},    {"× vertex", TABLE_RIGHT},
    };
    struct table table;
    table_start(&table, columns, sizeof columns / sizeof *columns);
    for (int64_t start = 0, end = 0; start < count; start = end) {
        end = group_end(list, start, count);
        const struct record *best = fastest(list, start, end);
        const struct extras extras = extras_of(list, start, end);
        char n[TEXT_NUMBER];
        table_cell(&table, "%s", best->device);
        table_cell(&table, "%s", best->model);
        table_cell(&table, "%s", best->precision);
        table_cell(&table, "%.6g", best->density);
        table_cell(&table, "%s", text_whole(best->n, n));
        table_cell(&table, "%s%s%s%s%s%s%s", best->strategy, best->tuning[0] ? " " : "",
                   best->tuning, extras.compiler ? ", " : "", extras.compiler ? best->compiler : "",
                   extras.arch ? ", " : "", extras.arch ? best->arch : "");
        significant_cell(&table, best->force.median / best->n, 3);
        significant_cell(&table, 1e3 * best->n / best->force.median, 3);
        speedup_cell(&table, records, best, "serial");
        speedup_cell(&table, records, best, "vertex");
    }
    fputs("\nThe fastest of each\n", stream);
    bool good = table_print(&table, INDENT, stream, error);
    table_free(&table);
    return good;
}

static bool same_reason(const struct record *a, const struct record *b)
{
    return strcmp(a->status, b->status) == 0 && strcmp(a->backend, b->backend) == 0 &&
           strcmp(a->reason, b->reason) == 0;
}

/* Shows the cases without a time, grouped by reason. */
static bool show_missing(FILE *stream, const struct records *records, struct error *error)
{
    static const struct table_column columns[] = {{"status", TABLE_LEFT},
                                                  {"backend", TABLE_LEFT},
                                                  {"cases", TABLE_RIGHT},
                                                  {"the first", TABLE_LEFT},
                                                  {"reason", TABLE_LEFT}};
    struct table table;
    table_start(&table, columns, sizeof columns / sizeof *columns);
    for (int64_t k = 0; k < records->count; k++) {
        const struct record *record = &records->record[k];
        int64_t before = 0;
        int64_t cases = 0;
        for (int64_t j = 0; j < records->count; j++) {
            if (record_timed(&records->record[j]) || !same_reason(record, &records->record[j]))
                continue;
            before += j < k;
            cases++;
        }
        if (record_timed(record) || before > 0)
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
        fputs("\nNot timed\n", stream);
        good = table_print(&table, INDENT, stream, error);
    }
    table_free(&table);
    return good;
}

/* Shows the cases with samples that had to be kept although the hardware throttled. */
static bool show_throttled(FILE *stream, const struct record *const *list, int64_t count,
                           struct error *error)
{
    static const struct table_column columns[] = {
        {"case", TABLE_LEFT}, {"throttled", TABLE_RIGHT}, {"of samples", TABLE_RIGHT}};
    struct table table;
    table_start(&table, columns, sizeof columns / sizeof *columns);
    for (int64_t k = 0; k < count; k++) {
        if (!(list[k]->force.throttled > 0))
            continue;
        table_cell(&table, "%s", list[k]->id);
        table_cell(&table, "%.0f", list[k]->force.throttled);
        table_cell(&table, "%.0f", list[k]->force.samples);
    }
    bool good = true;
    if (table.cells > 0) {
        fputs("\nTimed while the hardware throttled: do not trust\n", stream);
        good = table_print(&table, INDENT, stream, error);
    }
    table_free(&table);
    return good;
}

/* Shows the cases whose calls the host could not enqueue ahead of the device. */
static void show_gaps(FILE *stream, const struct record *const *list, int64_t count)
{
    bool any = false;
    for (int64_t k = 0; k < count; k++) {
        if (strcmp(list[k]->force.launch_gaps, "true") != 0)
            continue;
        if (!any)
            fputs("\nTimed with gaps between launches: what the host adds is in the times\n",
                  stream);
        plain_line(stream, "%*s%s", INDENT, "", list[k]->id);
        any = true;
    }
}

/* Shows the cases whose steps were asked for, but would not have been trusted, by reason. */
static void show_steps(FILE *stream, const struct record *const *list, int64_t count)
{
    const char *last = "";
    for (int64_t k = 0; k < count; k++) {
        const char *reason = list[k]->step_reason;
        if (reason[0] == '\0')
            continue;
        if (strcmp(reason, last) != 0) {
            fputs("\n", stream);
            plain_line(stream, "Steps not timed: %s", reason);
        }
        plain_line(stream, "%*s%s", INDENT, "", list[k]->id);
        last = reason;
    }
}

static void show_sources(FILE *stream, const struct records *records)
{
    const struct record *last = NULL;
    for (int64_t k = 0; k < records->count; k++) {
        const struct record *record = &records->record[k];
        if (last != NULL && strcmp(last->file, record->file) == 0)
            continue;
        plain_line(stream, "%s: %s, commit %s, %s", record->file, record->host, record->commit,
                   record->date);
        last = record;
    }
}

static void show_legend(FILE *stream)
{
    fputs("\n* the fastest; = within its 95 % interval. Times are medians of one call.\n"
          "× serial, × vertex: speed-up over the fastest case of that strategy on the same system\n"
          "in the same precision, compiled alike, on the same device or, for want of one, on\n"
          "its host.\n"
          "Pairs are those within the cut-off, each counted once. Force error: relative RMS\n"
          "against the double-precision reference. List: building the neighbor structure.\n"
          "Step: of molecular dynamics; lists %: share of it for lists and orders; waiting %: for\n"
          "nothing that has a name, as launches.\n"
          "Lanes %: share of a warp's lanes active, weighted by flops, as GPUs map the strategy.\n"
          "Limit: the ceiling of the device that the case comes nearest to, and how near.\n",
          stream);
}

bool show_records(FILE *stream, const struct records *records, struct error *error)
{
    int64_t count = 0;
    const struct record **list = records_sorted(records, &count, error);
    if (list == NULL)
        return false;
    show_sources(stream, records);
    if (count > 0 && !records_several_models(records))
        print_model(stream, list[0]);
    bool good = true;
    int groups = 0;
    for (int64_t start = 0, end = 0; start < count && good; start = end, groups++) {
        end = group_end(list, start, count);
        good = show_group(stream, records, list, start, end, error);
    }
    if (groups > 0)
        show_legend(stream);
    good = good && show_dynamics(stream, list, count, error) &&
           show_throttled(stream, list, count, error);
    show_gaps(stream, list, count);
    show_steps(stream, list, count);
    good = good && show_missing(stream, records, error);
    if (groups > 1)
        good = good && show_fastest(stream, records, list, count, error);
    free(list);
    return good;
}

void show_table(FILE *stream, const cJSON *results)
{
    struct records records = {0};
    struct error error;
    if (!records_add(&records, results, "this run", &error) ||
        !show_records(stream, &records, &error))
        fprintf(stream, "%s\n", error.text);
    fflush(stream);
    records_free(&records);
}
