#include "harness/report/tables/show_cases.h"

#include "harness/base/suggest.h"
#include "harness/base/text.h"
#include "harness/catalog/building.h"
#include "harness/report/tables/reasons.h"
#include "harness/report/verdicts/trust.h"

#include <math.h>
#include <string.h>

enum { INDENT = 2, TEXT = 512 };

/* The row that is being written. */
struct row {
    const struct records *records;
    const struct ranking *ranking;
    const struct record *record, *best; /* record of the row, and the fastest trusted record (NULL:
                                         * none) */
    struct show_unit unit;
};

/* Type of a cell's content. */
enum content { CONTENT_TEXT, CONTENT_TIME, CONTENT_NUMBER, CONTENT_ERROR };

struct content_column {
    const char *key, *header; /* key in data, and header of the column; times have the unit
                               * after it */
    int align;
    enum content content;
    int digits;
    const char *(*text)(const struct row *row, char *text); /* returns the text of a cell, perhaps
                                                             * written to `text` of TEXT bytes */
    double (*number)(const struct row *row);
    const char *formula; /* formula, with paths of members (results/members/case.h). TIME is the
                          * time that ranks the table: force, step or build */
};

struct show_unit show_unit_of(double nanoseconds)
{
    if (nanoseconds >= 1e9)
        return (struct show_unit){"s", 1e9};
    if (nanoseconds >= 1e6)
        return (struct show_unit){"ms", 1e6};
    return (struct show_unit){"µs", 1e3};
}

static const struct timing *time_of(const struct row *row)
{
    return ranked_timing(row->record, row->ranking->by);
}

/* --- texts --- */

static const char *place_name(const struct row *row)
{
    const struct timing *time = time_of(row);
    if (!isfinite(time->median))
        return "not timed";
    if (trust_faults(row->record, time) != 0)
        return "not to be trusted";
    if (row->record == row->best)
        return ranking_doubt(row->ranking) != NULL ? "doubtful" : "fastest";
    return ranking_tied(row->ranking, row->record, row->best) ? "tied" : "slower";
}

static const char *mark(const struct row *row, char *text)
{
    (void)text;
    const char *place = place_name(row);
    return strcmp(place, "fastest") == 0             ? "*"
           : strcmp(place, "doubtful") == 0          ? "?"
           : strcmp(place, "tied") == 0              ? "="
           : strcmp(place, "not to be trusted") == 0 ? "!"
                                                     : "";
}

static const char *place(const struct row *row, char *text)
{
    (void)text;
    return place_name(row);
}

static const char *label(const struct row *row, char *text)
{
    return ranking_label(row->ranking, row->record, text, TEXT);
}

/* Returns the settings that all rows share: labels leave them out, and the heading has them. */
static const char *usual(const struct row *row, char *text)
{
    ranking_usual(row->ranking, text, TEXT / 2);
    if (text[0] == '\0')
        return "–";
    text_append(text, TEXT, "", " unless given");
    return text;
}

/* Returns the mean of a time's samples; NAN if the samples are not recorded. */
static double mean_of(const struct timing *time)
{
    double sum = 0;
    const cJSON *sample = NULL;
    cJSON_ArrayForEach (sample, time->raw)
        sum += sample->valuedouble;
    return sum / cJSON_GetArraySize(time->raw);
}

/*
 * Writes the interval of the median and, if it differs from the median by more than a tenth, the
 * mean.
 */
static const char *interval(const struct row *row, char *text)
{
    const struct timing *time = time_of(row);
    char low[TEXT_NUMBER], high[TEXT_NUMBER];
    if (!isfinite(time->median))
        return "–";
    snprintf(text, TEXT, "[%s, %s]", text_significant(time->low / row->unit.nanoseconds, 4, low),
             text_significant(time->high / row->unit.nanoseconds, 4, high));
    double mean = mean_of(time);
    if (fabs(mean - time->median) > 0.1 * time->median)
        text_append(text, TEXT, ", ", "mean %s",
                    text_significant(mean / row->unit.nanoseconds, 4, low));
    return text;
}

static const char *limit(const struct row *row, char *text)
{
    if (!isfinite(row->record->limit_fraction))
        return "–";
    snprintf(text, TEXT, "%.1f %% of %s", 100 * row->record->limit_fraction, row->record->limit);
    return text;
}

static const char *distrust(const struct row *row, char *text)
{
    if (!isfinite(time_of(row)->median))
        return "";
    return trust_reason(row->record, time_of(row), text, TEXT);
}

static const char *loses_by(const struct row *row, char *text)
{
    text[0] = '\0';
    if (row->best != NULL && strcmp(place_name(row), "slower") == 0)
        reason_of(row->record, row->best, text, TEXT);
    return text;
}

/* A function that returns a text of the record; an empty text is a dash for people. */
#define NAMED(member)                                                                              \
    static const char *member##_text(const struct row *row, char *text)                            \
    {                                                                                              \
        (void)text;                                                                                \
        return row->record->member[0] != '\0' ? row->record->member : "–";                         \
    }

NAMED(model)
NAMED(parameters)
NAMED(precision)
NAMED(backend)
NAMED(device)
NAMED(strategy)
NAMED(sort)
NAMED(compiler)
NAMED(arch)
NAMED(interactions)
NAMED(exclusions)
NAMED(bonding)
NAMED(id)

static const char *tuning_of(const struct row *row, char *text)
{
    (void)text;
    return row->record->tuning;
}

static const char *limit_name(const struct row *row, char *text)
{
    (void)text;
    return row->record->limit;
}

static const char *ranked_by(const struct row *row, char *text)
{
    (void)text;
    return ranked_name(row->ranking->by);
}

/* Whether a list of the ranking was not built in the default way. */
static bool unusual_lists(const struct row *row)
{
    static const struct building usual = {0};
    for (int64_t k = 0; k < row->ranking->count; k++) {
        const struct record *record = row->ranking->record[k];
        bool own = record->distance[0] == '\0' ||
                   (strcmp(record->distance, "single") == 0) == record_narrow(record);
        if (!own ||
            (record->binning[0] != '\0' &&
             strcmp(record->binning, binning_name(usual.binning)) != 0) ||
            (record->listing[0] != '\0' &&
             strcmp(record->listing, listing_name(usual.listing)) != 0))
            return true;
    }
    return false;
}

/* A column that shows how lists were built, if any list was not built in the default way. */
#define WAY(member)                                                                                \
    static const char *member##_text(const struct row *row, char *text)                            \
    {                                                                                              \
        (void)text;                                                                                \
        bool shown = row->record->member[0] != '\0' && unusual_lists(row);                         \
        return shown ? row->record->member : "–";                                                  \
    }

static const char *sharing_text(const struct row *row, char *text)
{
    (void)text;
    return row->record->sharing[0] != '\0' ? row->record->sharing : "–";
}

WAY(binning)
WAY(listing)
WAY(distance)

/* --- numbers --- */

#define MEASURED(name, value)                                                                      \
    static double name(const struct row *row)                                                      \
    {                                                                                              \
        return value;                                                                              \
    }

MEASURED(n_of, row->record->n)
MEASURED(density_of, row->record->density)
MEASURED(skin_of, row->record->skin)
MEASURED(threads_of, row->record->threads)
MEASURED(time_number, time_of(row)->median)
MEASURED(low_number, time_of(row)->low)
MEASURED(high_number, time_of(row)->high)
MEASURED(relative,
         row->best != NULL
             ? time_of(row)->median /
                   time_of(&(struct row){.record = row->best, .ranking = row->ranking})->median
             : NAN)
MEASURED(force_number, row->record->force.median)
MEASURED(step_number, row->record->step.median)
MEASURED(build_number, row->record->build.median)
MEASURED(bin_number, unusual_lists(row) ? row->record->bin.median : NAN)
MEASURED(cold_number, row->record->force_cold.median)
MEASURED(bonded_number, row->record->bonded.median)
MEASURED(lists_percent, 100 * row->record->step_lists)
MEASURED(waiting_percent, 100 * row->record->step_waiting)
MEASURED(steps_second, 1e9 / row->record->step.median)
MEASURED(particles_second, 1e3 * row->record->n / row->record->force.median)
MEASURED(pairs_second, row->record->pairs_in_cutoff / row->record->force.median)
MEASURED(force_error, row->record->force_rms_rel)
MEASURED(nanojoules, row->record->energy_nj_per_pair)
MEASURED(watts, row->record->energy_watts)
MEASURED(lanes_percent, 100 * row->record->lanes)
MEASURED(limit_fraction, row->record->limit_fraction)

/* Returns the largest number in a list of results of replicas; NAN if there is none. */
static double greatest(const cJSON *list)
{
    double most = NAN;
    const cJSON *item = NULL;
    cJSON_ArrayForEach (item, list)
        most = fmax(most, cJSON_GetNumberValue(item));
    return most;
}

MEASURED(together, 1e-6 * greatest(row->record->replica_rates))
MEASURED(together_a_day, greatest(row->record->replica_days))
MEASURED(gain_together, row->record->replica_gain)
MEASURED(unfair_together, greatest(row->record->replica_fairness))

MEASURED(ns_a_day, row->record->step_ns_per_day)
MEASURED(time_a_day, row->record->step_time_per_day)

/*
 * Returns the speed-up over a strategy. NAN if the strategy was not timed, or if a median is over
 * twice the shortest sample.
 */
static double speedup(const struct row *row, const char *strategy)
{
    const struct record *baseline = records_baseline(row->records, row->record, strategy);
    if (baseline == NULL)
        return NAN;
    const struct timing *base = ranked_timing(baseline, row->ranking->by), *own = time_of(row);
    const unsigned faults = trust_faults(baseline, base) | trust_faults(row->record, own);
    return (faults & TRUST_SLOWED) == 0 ? base->median / own->median : NAN;
}

MEASURED(over_serial, speedup(row, "serial"))
MEASURED(over_vertex, speedup(row, "vertex"))

const struct record *show_serial(const struct records *records, const struct ranking *ranking)
{
    return ranking->count > 0 ? records_baseline(records, ranking->record[0], "serial") : NULL;
}

/* --- the columns --- */

static const struct content_column contents[] = {
    {"", "", TABLE_SHOWN, CONTENT_TEXT, 0, mark, NULL,
     "by place: * fastest, ? doubtful, = tied, ! not to be trusted"},
    {"id", "case", TABLE_DATA, CONTENT_TEXT, 0, id_text, NULL, "id"},
    {"model", "model", TABLE_DATA, CONTENT_TEXT, 0, model_text, NULL, "model"},
    {"parameters", "parameters", TABLE_DATA, CONTENT_TEXT, 0, parameters_text, NULL, "parameters"},
    {"density", "ρ", TABLE_DATA | TABLE_RIGHT, CONTENT_NUMBER, 0, NULL, density_of, "density"},
    {"n", "N", TABLE_DATA | TABLE_RIGHT, CONTENT_NUMBER, 0, NULL, n_of, "n"},
    {"precision", "precision", TABLE_DATA, CONTENT_TEXT, 0, precision_text, NULL, "precision"},
    {"backend", "backend", TABLE_DATA, CONTENT_TEXT, 0, backend_text, NULL, "backend"},
    {"device", "device", TABLE_DATA, CONTENT_TEXT, 0, device_text, NULL, "device"},
    {"label", "strategy", TABLE_SHOWN, CONTENT_TEXT, 0, label, NULL,
     "strategy, and the values of tuning, sort and others that differ within the table"},
    {"strategy", "strategy", TABLE_DATA, CONTENT_TEXT, 0, strategy_text, NULL, "strategy"},
    {"tuning", "tuning", TABLE_DATA, CONTENT_TEXT, 0, tuning_of, NULL, "tuning"},
    {"sort", "sort", TABLE_COMMON | TABLE_LEAVES(6), CONTENT_TEXT, 0, sort_text, NULL, "sort"},
    {"threads", "threads", TABLE_COMMON | TABLE_RIGHT | TABLE_LEAVES(4), CONTENT_NUMBER, 0, NULL,
     threads_of, "threads"},
    {"compiler", "compiler", TABLE_COMMON, CONTENT_TEXT, 0, compiler_text, NULL, "compiler"},
    {"arch", "arch", TABLE_COMMON, CONTENT_TEXT, 0, arch_text, NULL, "arch"},
    {"skin", "skin", TABLE_COMMON | TABLE_RIGHT, CONTENT_NUMBER, 0, NULL, skin_of, "skin"},
    {"interactions", "interactions", TABLE_COMMON, CONTENT_TEXT, 0, interactions_text, NULL,
     "interactions"},
    {"exclusions", "exclusions", TABLE_COMMON, CONTENT_TEXT, 0, exclusions_text, NULL,
     "exclusions"},
    {"bonding", "bonding", TABLE_COMMON, CONTENT_TEXT, 0, bonding_text, NULL, "bonding"},
    {"binning", "binning", TABLE_COMMON, CONTENT_TEXT, 0, binning_text, NULL, "binning"},
    {"listing", "listing", TABLE_COMMON, CONTENT_TEXT, 0, listing_text, NULL, "listing"},
    {"distance", "distance", TABLE_COMMON, CONTENT_TEXT, 0, distance_text, NULL, "distance"},
    {"usual", "", TABLE_COMMON | TABLE_SHOWN, CONTENT_TEXT, 0, usual, NULL,
     "tuning of most cases of the table, which labels leave out"},
    {"ranked_by", "ranked by", TABLE_DATA, CONTENT_TEXT, 0, ranked_by, NULL,
     "time by which cases are ranked: --by, or the requested one"},
    {"place", "place", TABLE_DATA, CONTENT_TEXT, 0, place, NULL,
     "fastest: the least TIME.median_ns that is to be trusted; tied: [TIME.ci95_ns.0, "
     "TIME.ci95_ns.1] overlaps the interval of that"},
    {"time_ns", "time", TABLE_RIGHT, CONTENT_TIME, 4, NULL, time_number, "TIME.median_ns"},
    {"interval", "95 % interval", TABLE_RIGHT | TABLE_SHOWN | TABLE_LEAVES(1), CONTENT_TEXT, 0,
     interval, NULL, "[TIME.ci95_ns.0, TIME.ci95_ns.1]"},
    {"low_ns", "low", TABLE_RIGHT | TABLE_DATA, CONTENT_TIME, 4, NULL, low_number,
     "TIME.ci95_ns.0"},
    {"high_ns", "high", TABLE_RIGHT | TABLE_DATA, CONTENT_TIME, 4, NULL, high_number,
     "TIME.ci95_ns.1"},
    {"relative", "relative", TABLE_RIGHT | TABLE_LEAVES(2), CONTENT_NUMBER, 4, NULL, relative,
     "TIME.median_ns / that of the fastest"},
    {"force_ns", "force", TABLE_RIGHT | TABLE_LEAVES(3), CONTENT_TIME, 4, NULL, force_number,
     "force.median_ns"},
    {"step_ns", "step", TABLE_RIGHT | TABLE_LEAVES(4), CONTENT_TIME, 4, NULL, step_number,
     "step.median_ns"},
    {"list_ns", "list", TABLE_RIGHT | TABLE_LEAVES(5), CONTENT_TIME, 4, NULL, build_number,
     "build.median_ns"},
    {"cells_ns", "cells", TABLE_RIGHT | TABLE_LEAVES(6), CONTENT_TIME, 4, NULL, bin_number,
     "bin.median_ns"},
    {"cold_ns", "cold", TABLE_RIGHT | TABLE_LEAVES(5), CONTENT_TIME, 4, NULL, cold_number,
     "force_cold.median_ns"},
    {"bonded_ns", "bonded", TABLE_RIGHT | TABLE_LEAVES(5), CONTENT_TIME, 4, NULL, bonded_number,
     "bonded.median_ns"},
    {"lists_percent", "lists %", TABLE_RIGHT | TABLE_LEAVES(4), CONTENT_NUMBER, 2, NULL,
     lists_percent, "100 * (step_parts.list + step_parts.sort) / step.median_ns"},
    {"waiting_percent", "waiting %", TABLE_RIGHT | TABLE_LEAVES(7), CONTENT_NUMBER, 2, NULL,
     waiting_percent,
     "100 * (1 - (step_parts.force + step_parts.bonded + step_parts.list + step_parts.sort + "
     "step_parts.integration + step_parts.thermostat) / step.median_ns)"},
    {"steps_s", "steps/s", TABLE_RIGHT | TABLE_LEAVES(4), CONTENT_NUMBER, 3, NULL, steps_second,
     "1e9 / step.median_ns"},
    {"ns_day", "ns/day", TABLE_RIGHT | TABLE_LEAVES(1), CONTENT_NUMBER, 3, NULL, ns_a_day,
     "86400e3 / step.median_ns * step_parts.dt of a model whose time is in fs"},
    {"tau_day", "τ/day", TABLE_RIGHT | TABLE_LEAVES(3), CONTENT_NUMBER, 3, NULL, time_a_day,
     "86400e9 / step.median_ns * step_parts.dt of another model"},
    {"m_particles_s", "M particles/s", TABLE_RIGHT | TABLE_LEAVES(7), CONTENT_NUMBER, 3, NULL,
     particles_second, "1e3 * n / force.median_ns"},
    {"g_pairs_s", "G pairs/s", TABLE_RIGHT | TABLE_LEAVES(8), CONTENT_NUMBER, 3, NULL, pairs_second,
     "counts.pairs_in_cutoff / force.median_ns"},
    {"over_serial", "× serial", TABLE_RIGHT | TABLE_LEAVES(3), CONTENT_NUMBER, 3, NULL, over_serial,
     "that of the fastest case of serial / TIME.median_ns"},
    {"over_vertex", "× vertex", TABLE_RIGHT | TABLE_LEAVES(6), CONTENT_NUMBER, 3, NULL, over_vertex,
     "that of the fastest case of vertex / TIME.median_ns"},
    {"force_error", "force error", TABLE_RIGHT | TABLE_LEAVES(5), CONTENT_ERROR, 0, NULL,
     force_error, "verify.force_rms_rel"},
    {"nj_pair", "nJ/pair", TABLE_RIGHT | TABLE_LEAVES(4), CONTENT_NUMBER, 3, NULL, nanojoules,
     "energy.nj_per_pair"},
    {"watts", "W", TABLE_RIGHT | TABLE_LEAVES(7), CONTENT_NUMBER, 3, NULL, watts, "energy.watts"},
    {"sharing", "sharing", TABLE_COMMON | TABLE_LEAVES(1), CONTENT_TEXT, 0, sharing_text, NULL,
     "sharing"},
    {"together_m_steps_s", "M steps/s", TABLE_RIGHT | TABLE_LEAVES(2), CONTENT_NUMBER, 4, NULL,
     together, "1e-6 * the greatest of replicas.particle_steps_per_s"},
    {"together_us_day", "µs/day", TABLE_RIGHT | TABLE_LEAVES(3), CONTENT_NUMBER, 3, NULL,
     together_a_day, "the greatest of replicas.us_per_day"},
    {"gain", "gain", TABLE_RIGHT | TABLE_LEAVES(2), CONTENT_NUMBER, 3, NULL, gain_together,
     "replicas.gain"},
    {"slowest_over_fastest", "slowest/fastest", TABLE_RIGHT | TABLE_LEAVES(6), CONTENT_NUMBER, 3,
     NULL, unfair_together, "the greatest of replicas.fairness"},
    {"lanes_percent", "lanes %", TABLE_RIGHT | TABLE_LEAVES(2), CONTENT_NUMBER, 3, NULL,
     lanes_percent, "100 * lanes.overall"},
    {"limit_share", "limit", TABLE_SHOWN | TABLE_LEAVES(2), CONTENT_TEXT, 0, limit, NULL,
     "100 * limits.fraction of limits.ceiling"},
    {"limit", "limit", TABLE_DATA, CONTENT_TEXT, 0, limit_name, NULL,
     "that of the largest of limits.fractions: limits.ceiling"},
    {"limit_fraction", "limit fraction", TABLE_RIGHT | TABLE_DATA, CONTENT_NUMBER, 3, NULL,
     limit_fraction, "limits.fraction"},
    {"distrust", "not to be trusted, for", TABLE_DATA, CONTENT_TEXT, 0, distrust, NULL,
     "of TIME.median_ns: [TIME.ci95_ns.0, TIME.ci95_ns.1] wider than a quarter of it, "
     "TIME.stop_reason stalled, TIME.n under 6, TIME.throttled, or machine.others and "
     "machine.stolen on CPUs that it needed"},
    {"loses_by", "loses by", TABLE_DATA, CONTENT_TEXT, 0, loses_by, NULL,
     "member with the largest difference from the fastest: counts, lanes.overall, limits.fraction, "
     "hardware"},
};

enum { COLUMNS = sizeof contents / sizeof *contents, HEADER = 48 };

static struct row row_of(const struct records *records, const struct ranking *ranking, int64_t k)
{
    const struct record *best = ranking->trusted > 0 ? ranking->record[0] : NULL;
    double shortest = ranked_timing(ranking->record[0], ranking->by)->median;
    return (struct row){records, ranking, ranking->record[k], best, show_unit_of(shortest)};
}

/* Writes a number. Rounds it unless it identifies something, such as a seed. */
static void number_cell(struct table *table, const struct content_column *column, double number)
{
    char text[TEXT_NUMBER];
    if (column->digits == 0)
        table_number(table, number, "%.6g", number);
    else if (number >= 1e5)
        table_number(table, number, "%s", text_whole(number, text));
    else
        table_number(table, number, "%s", text_significant(number, column->digits, text));
}

static void add_cell(struct table *table, const struct content_column *column,
                     const struct row *row)
{
    char text[TEXT];
    double number = column->number != NULL ? column->number(row) : NAN;
    switch (column->content) {
    case CONTENT_TEXT:
        table_cell(table, "%s", column->text(row, text));
        break;
    case CONTENT_TIME:
        table_number(table, number, "%s",
                     text_significant(number / row->unit.nanoseconds, column->digits, text));
        break;
    case CONTENT_ERROR:
        table_number(table, number, "%.1e", number);
        break;
    case CONTENT_NUMBER:
        number_cell(table, column, number);
        break;
    }
}

/* Whether a column is shown to people only if it differs between cases. */
static bool is_quiet(const struct content_column *column)
{
    return column->text != NULL && (column->text == compiler_text || column->text == arch_text);
}

static bool differs(const struct content_column *column, const struct records *records,
                    const struct ranking *ranking)
{
    char own[TEXT], first[TEXT];
    struct row one = row_of(records, ranking, 0);
    for (int64_t k = 1; k < ranking->count; k++) {
        struct row row = row_of(records, ranking, k);
        if (strcmp(column->text(&row, own), column->text(&one, first)) != 0)
            return true;
    }
    return false;
}

/* Whether an optional column has different values in rows with the same strategy and tuning. */
static bool distinguishes_cases(const struct content_column *column, const struct records *records,
                                const struct ranking *ranking)
{
    char text[2][TEXT];
    if (!(column->align & TABLE_COMMON) || column->align < TABLE_LEAVES(1))
        return false;
    for (int64_t k = 0; k < ranking->count; k++) {
        struct row row = row_of(records, ranking, k);
        for (int64_t j = 0; j < k; j++) {
            struct row other = row_of(records, ranking, j);
            if (strcmp(row.record->strategy, other.record->strategy) != 0 ||
                strcmp(row.record->tuning, other.record->tuning) != 0)
                continue;
            if (column->number != NULL
                    ? !record_same_number(column->number(&row), column->number(&other))
                    : strcmp(column->text(&row, text[0]), column->text(&other, text[1])) != 0)
                return true;
        }
    }
    return false;
}

/*
 * Whether a column has the same times as the column that ranks the table, or no value in any row.
 */
static bool is_idle(const struct content_column *column, const struct records *records,
                    const struct ranking *ranking)
{
    static double (*const ranked[])(const struct row *) = {force_number, step_number, build_number};
    if (column->number == ranked[ranking->by] ||
        (is_quiet(column) && !differs(column, records, ranking)))
        return true;
    for (int64_t k = 0; k < ranking->count; k++) {
        struct row row = row_of(records, ranking, k);
        char text[TEXT];
        if (column->number != NULL ? isfinite(column->number(&row))
                                   : strcmp(column->text(&row, text), "–") != 0)
            return false;
    }
    return true;
}

static void set_header(const struct content_column *column, const struct ranking *ranking,
                       struct show_unit unit, char header[HEADER])
{
    bool time = column->content == CONTENT_TIME;
    const char *name = column->number == time_number ? ranked_name(ranking->by) : column->header;
    snprintf(header, HEADER, "%s%s%s", name, time ? ", " : "", time ? unit.name : "");
}

static void set_title(const struct ranking *ranking, char title[TEXT])
{
    const struct record *record = ranking->record[0];
    char n[TEXT_NUMBER], system[TEXT / 2];
    ranking_system(ranking, system, sizeof system);
    snprintf(title, TEXT, "%s, ρ = %.6g, N = %s, %s%s%s precision, %s (%s)", record->model,
             record->density, text_whole(record->n, n), system, system[0] != '\0' ? ", " : "",
             record->precision, record->device, record->backend);
}

bool show_cases(FILE *stream, const struct records *records, const struct ranking *ranking,
                int64_t count, struct table_style *style, struct error *error)
{
    struct table_column columns[COLUMNS];
    const char *keys[COLUMNS];
    char headers[COLUMNS][HEADER], title[TEXT];
    const struct content_column *chosen[COLUMNS];
    struct table table;
    bool people = table_for_people(style);
    int taken = 0;
    for (int k = 0; k < COLUMNS; k++) {
        if (people && style->columns == NULL && k > 0 && is_idle(&contents[k], records, ranking))
            continue;
        struct show_unit unit = count > 0 ? row_of(records, ranking, 0).unit : show_unit_of(0);
        snprintf(headers[taken], HEADER, "%s", contents[k].header);
        if (count > 0)
            set_header(&contents[k], ranking, unit, headers[taken]);
        int align = contents[k].align;
        if (people && count > 0 && distinguishes_cases(&contents[k], records, ranking))
            align %= TABLE_LEAVES(1); /* never dropped, however narrow the table is */
        columns[taken] = (struct table_column){headers[taken], align};
        keys[taken] = contents[k].key;
        chosen[taken++] = &contents[k];
    }
    table_start(&table, columns, taken);
    table.keys = keys;
    table.indent = INDENT;
    if (count > 0)
        set_title(ranking, title);
    table.title = people ? title : NULL;
    for (int64_t r = 0; r < count; r++)
        for (int64_t k = 0; k < ranking[r].count; k++) {
            struct row row = row_of(records, &ranking[r], k);
            for (int c = 0; c < taken; c++)
                add_cell(&table, chosen[c], &row);
        }
    bool good = table_write(&table, style, stream, error);
    table_free(&table);
    return good;
}

/* Returns the case that a column's number is relative to; NULL: none. */
static const struct record *base_of(const struct content_column *column, const struct row *row)
{
    if (column->number == relative || column->text == place || column->text == loses_by)
        return row->best;
    if (column->number != over_serial && column->number != over_vertex)
        return NULL;
    return records_baseline(row->records, row->record,
                            column->number == over_serial ? "serial" : "vertex");
}

/* Lists the keys of a ranking's columns except the marks, then NULL. */
static void list_keys(const char *keys[COLUMNS])
{
    for (int k = 1; k < COLUMNS; k++)
        keys[k - 1] = contents[k].key;
    keys[COLUMNS - 1] = NULL;
}

/* Returns the index of a column by its key or header; -1 if there is none. */
static int find_column(const char *name, const struct ranking *ranking, char header[HEADER])
{
    for (int by_header = 0; by_header <= 1; by_header++)
        for (int k = 1; k < COLUMNS; k++) {
            set_header(&contents[k], ranking, show_unit_of(0), header);
            if (strcmp(name, by_header ? header : contents[k].key) == 0 ||
                (by_header && strcmp(name, contents[k].header) == 0))
                return k;
        }
    return -1;
}

bool show_cases_cell(const struct records *records, const struct ranking *ranking, int64_t index,
                     const char *name, struct show_cell *cell, struct error *error)
{
    char header[HEADER];
    const char *keys[COLUMNS];
    const int found = find_column(name, ranking, header);
    list_keys(keys);
    if (found < 0)
        return suggest_error(error, "column", name, keys);
    const struct content_column *column = &contents[found];
    const struct row row = row_of(records, ranking, index);
    const double number = column->number != NULL ? column->number(&row) : NAN;
    *cell = (struct show_cell){.formula = column->formula, .base = base_of(column, &row)};
    snprintf(cell->header, sizeof cell->header, "%s%s",
             column->number == time_number ? ranked_name(ranking->by) : column->header,
             column->content == CONTENT_TIME ? ", ns" : "");
    if (column->text != NULL)
        snprintf(cell->value, sizeof cell->value, "%s", column->text(&row, (char[TEXT]){""}));
    else if (isfinite(number))
        snprintf(cell->value, sizeof cell->value, "%.6g", number);
    return true;
}

bool show_cases_check(const struct ranking *ranking, const struct table_style *style,
                      struct error *error)
{
    struct table_column columns[COLUMNS];
    const char *keys[COLUMNS];
    char headers[COLUMNS][HEADER];
    struct table table;
    for (int k = 0; k < COLUMNS; k++) {
        snprintf(headers[k], HEADER, "%s", contents[k].header);
        if (ranking != NULL)
            set_header(&contents[k], ranking, show_unit_of(0), headers[k]);
        columns[k] = (struct table_column){headers[k], contents[k].align};
        keys[k] = contents[k].key;
    }
    table_start(&table, columns, COLUMNS);
    table.keys = keys;
    return table_check(&table, style, error);
}
