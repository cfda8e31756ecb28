#include "harness/commands/print/advice_print.h"

#include "harness/base/text.h"
#include "harness/report/tables/reasons.h"
#include "harness/report/tables/show_cases.h"
#include "harness/report/verdicts/trust.h"
#include "harness/search/recorded.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { DIGITS = 4, SETTING = 320, REASON = 400 };

/* Largest relative difference of densities that count as equal, because box edges are rounded. */
static const double density_rounding = 1e-3;

/* The duration of a search is printed if it exceeds the announced one by this factor. */
static const double overrun = 1.2;

static const struct timing *time_of(const struct placing *row, bool step)
{
    return bench_timing(&row->record, step);
}

static bool is_trusted(const struct placing *row, bool step)
{
    return trust_faults(&row->record, time_of(row, step)) == 0;
}

/* --- strategy table --- */

static bool write_rows(const struct placings *placings, bool step, const char *title,
                       struct table_style *style, struct error *error)
{
    const struct placing *best = &placings->row[0];
    bool people = table_for_people(style);
    const struct show_unit unit = show_unit_of(best->time.median);
    char time[32];
    snprintf(time, sizeof time, "%s %s", step ? "step" : "force", unit.name);
    const struct table_column columns[] = {{"", TABLE_SHOWN | TABLE_LEAVES(1)},
                                           {"strategy", TABLE_LEFT},
                                           {"setting", TABLE_LEFT},
                                           {time, TABLE_RIGHT},
                                           {"95 % interval", TABLE_RIGHT | TABLE_SHOWN},
                                           {"low", TABLE_RIGHT | TABLE_DATA},
                                           {"high", TABLE_RIGHT | TABLE_DATA},
                                           {"× best", TABLE_RIGHT},
                                           {"n", TABLE_RIGHT | TABLE_DATA},
                                           {"from", TABLE_LEFT | TABLE_DATA},
                                           {"not to be trusted, for", TABLE_LEFT | TABLE_DATA}};
    static const char *const keys[] = {"",         "strategy", "setting", "median_ns",
                                       "interval", "low_ns",   "high_ns", "ratio",
                                       "n",        "from",     "distrust"};
    struct table table;
    table_start(&table, columns, sizeof columns / sizeof *columns);
    table.keys = keys;
    table.title = title;
    table.indent = 2;
    for (int k = 0; k < placings->count; k++) {
        const struct placing *row = &placings->row[k];
        char setting[SETTING], value[3][TEXT_NUMBER], distrust[REASON];
        trust_reason(&row->record, time_of(row, step), distrust, sizeof distrust);
        table_cell(&table, "%s", distrust[0] != '\0' ? "!" : "");
        placing_setting(&row->record, step, setting, sizeof setting);
        table_cell(&table, "%s", row->record.strategy);
        table_cell(&table, "%s", setting);
        table_number(&table, row->time.median, "%s%s", row->others[0] != NULL ? "≈ " : "",
                     text_significant(row->time.median / unit.nanoseconds, DIGITS, value[0]));
        table_cell(&table, "[%s, %s]",
                   text_significant(row->time.low / unit.nanoseconds, DIGITS, value[1]),
                   text_significant(row->time.high / unit.nanoseconds, DIGITS, value[2]));
        table_number(&table, row->time.low, "%.1f", row->time.low);
        table_number(&table, row->time.high, "%.1f", row->time.high);
        table_number(&table, row->time.median / best->time.median, "%.2f",
                     row->time.median / best->time.median);
        table_number(&table, row->record.n, "%.0f", row->record.n);
        table_cell(&table, "%s", row->record.file);
        table_cell(&table, "%s", distrust);
    }
    bool good = (people && style->brief) || table_write(&table, style, stdout, error);
    table_free(&table);
    return good;
}

/* --- sentences of advice --- */

/*
 * Returns record k of the records that give a row's time, directly or by interpolation; NULL after
 * the last.
 */
static const struct record *point_of(const struct placing *row, int k)
{
    return k == 0 ? &row->record : k <= PLACING_OTHERS ? row->others[k - 1] : NULL;
}

/*
 * Finds the reason why a row is slower, from records with the same number of particles and the same
 * density. False if there are no such records, or no reason.
 */
static bool find_reason(const struct placing *slower, const struct placing *faster,
                        char text[REASON])
{
    text[0] = '\0';
    for (int a = 0; point_of(slower, a) != NULL; a++)
        for (int b = 0; point_of(faster, b) != NULL; b++)
            if (text[0] == '\0' && point_of(slower, a)->n == point_of(faster, b)->n &&
                point_of(slower, a)->density == point_of(faster, b)->density)
                reason_of(point_of(slower, a), point_of(faster, b), text, REASON);
    return text[0] != '\0';
}

/* Writes that there is no advice because a time cannot be trusted. */
static void write_no_verdict(const struct placings *placings, const struct placing *doubted,
                             const char *setting, bool step, const struct table_style *style)
{
    const struct record *best = &placings->row[0].record;
    char reason[REASON];
    table_wrapped(stdout, style->width, 0, 2,
                  "No verdict: the time of %s is untrusted (!): %s. The shortest of these is that "
                  "of %s%s%s. Remedy: %s.",
                  doubted->record.strategy,
                  trust_reason(&doubted->record, time_of(doubted, step), reason, sizeof reason),
                  best->strategy, setting[0] != '\0' ? " with " : "", setting,
                  trust_remedy(trust_faults(&doubted->record, time_of(doubted, step))));
}

static void write_advice(const struct placings *placings, bool all, bool converged, bool step,
                         const struct table_style *style)
{
    const char *take = !converged ? "The fastest so far is" : all ? "Take" : "Of these take";
    const struct placing *best = &placings->row[0], *next = &placings->row[1];
    const struct placing *doubted = placings_doubted(placings, step);
    char setting[SETTING], text[REASON];
    placing_setting(&best->record, step, setting, sizeof setting);
    putchar('\n');
    if (doubted != NULL)
        write_no_verdict(placings, doubted, setting, step, style);
    else if (placings->count == 1)
        table_wrapped(stdout, style->width, 0, 0,
                      "%s %s%s%s. There is no other strategy to compare it with.", take,
                      best->record.strategy, setting[0] != '\0' ? " with " : "", setting);
    else
        table_wrapped(stdout, style->width, 0, 0,
                      "%s %s%s%s. The next, %s, takes %.2f times as long; the intervals %s.", take,
                      best->record.strategy, setting[0] != '\0' ? " with " : "", setting,
                      next->record.strategy, next->time.median / best->time.median,
                      next->time.low > best->time.high ? "do not overlap" : "overlap");
    binding_of(&best->record, text, sizeof text);
    if (text[0] != '\0')
        table_wrapped(stdout, style->width, 0, 2, "%s: %s.", best->record.strategy, text);
    for (int k = 1; k < placings->count; k++)
        if (is_trusted(&placings->row[k], step) && is_trusted(best, step) &&
            find_reason(&placings->row[k], best, text))
            table_wrapped(stdout, style->width, 0, 2, "%s is slower: %s.",
                          placings->row[k].record.strategy, text);
}

bool advice_print(const struct placings *placings, const struct cases *cases, const char *device,
                  bool converged, bool step, struct table_style *style, struct error *error)
{
    const struct case_spec *spec = &cases->spec[0];
    char n[TEXT_NUMBER], title[512], skin[64] = "";
    if (!step && placings->row[0].record.skin != spec->skin)
        snprintf(skin, sizeof skin, " with a skin of %g", placings->row[0].record.skin);
    snprintf(title, sizeof title, "%s, ρ = %.6g, N = %s, %s, %s%s on %s", spec->model->name,
             spec->system.density, text_thousands(spec->system.n, n),
             precision_info(spec->precision)->name, step ? "whole steps" : "force calls", skin,
             device);
    if (!write_rows(placings, step, title, style, error))
        return false;
    if (table_for_people(style))
        write_advice(placings, placings_cover(placings, cases), converged, step, style);
    return true;
}

/* Whether the file of record `point` of row k has been printed already. */
static bool is_named(const struct placings *placings, int k, int point)
{
    const char *file = point_of(&placings->row[k], point)->file;
    for (int row = 0; row <= k; row++) {
        const struct placing *placing = &placings->row[row];
        for (int p = 0; (row < k || p < point) && point_of(placing, p) != NULL; p++)
            if (strcmp(point_of(placing, p)->file, file) == 0)
                return true;
    }
    return false;
}

static void write_files(const struct placings *placings)
{
    const char *before = "\nFrom ";
    for (int k = 0; k < placings->count; k++)
        for (int p = 0; point_of(&placings->row[k], p) != NULL; p++) {
            if (is_named(placings, k, p))
                continue;
            printf("%s%s", before, point_of(&placings->row[k], p)->file);
            before = ",\n  ";
        }
    puts(".");
}

/* Writes the two values between which the best time is interpolated: "4,000 and 32,000". */
static void write_ends(double least, double most, const char *(*write)(double, char *), char *text,
                       size_t size)
{
    char number[2][TEXT_NUMBER];
    snprintf(text, size, "%s and %s", write(least, number[0]), write(most, number[1]));
}

/* Writes the numbers of particles and densities between which a time is interpolated. */
static void write_between(const struct placing *row, const struct table_style *style)
{
    double n[2] = {INFINITY, 0}, density[2] = {INFINITY, 0};
    char ends[2][2 * TEXT_NUMBER + 8], between[6 * TEXT_NUMBER] = "";
    for (int p = 0; point_of(row, p) != NULL; p++) {
        n[0] = fmin(n[0], point_of(row, p)->n);
        n[1] = fmax(n[1], point_of(row, p)->n);
        density[0] = fmin(density[0], point_of(row, p)->density);
        density[1] = fmax(density[1], point_of(row, p)->density);
    }
    write_ends(n[0], n[1], text_whole, ends[0], sizeof ends[0]);
    write_ends(density[0], density[1], text_exact, ends[1], sizeof ends[1]);
    if (n[0] < n[1])
        text_append(between, sizeof between, "", "N = %s", ends[0]);
    if (density[0] < density[1] * (1 - density_rounding))
        text_append(between, sizeof between, ", ", "ρ = %s", ends[1]);
    table_wrapped(stdout, style->width, 0, 2,
                  "≈: interpolated between measured points (%s: %s); the interval allows for a "
                  "curved dependence between them.",
                  row->record.strategy, between);
}

static void write_missing(const struct placings *placings, const struct cases *cases)
{
    const char *before = "Not recorded: ";
    for (int64_t k = 0; k < cases->count; k++) {
        if (placings_has(placings, cases->spec[k].strategy->name))
            continue;
        printf("%s%s", before, cases->spec[k].strategy->name);
        before = ", ";
    }
    if (before[0] == ',')
        puts(".");
}

void advice_print_sources(const struct placings *placings, const struct cases *cases,
                          const struct table_style *style)
{
    char differences[REASON] = "";
    if (!table_for_people(style))
        return;
    write_files(placings);
    for (int k = 0; k < placings->count; k++)
        if (placings->row[k].others[0] != NULL) {
            write_between(&placings->row[k], style);
            break;
        }
    for (int k = 0; k < placings->count && differences[0] == '\0'; k++)
        recorded_differences(&placings->row[k].record, &cases->spec[0], differences,
                             sizeof differences);
    if (differences[0] != '\0')
        table_wrapped(stdout, style->width, 0, 2,
                      "Recorded with %s, which changes energies, but no forces.", differences);
    puts("Settings are the best of those recorded; --measure tries others.");
    write_missing(placings, cases);
}

/*
 * Writes the strategies that are not in the table. `known` selects strategies with or without a
 * time.
 */
static void write_unplaced(const struct advice *advice, bool known, const char *before)
{
    for (int k = 0; k < advice->count; k++) {
        const struct trial *best = &advice->best[k];
        const char *name = advice->candidates[best->space].base->strategy->name;
        if (estimate_known(&best->estimate) != known || placings_has(&advice->placings, name))
            continue;
        printf("%s%s", before, name);
        before = ", ";
    }
    if (before[0] == ',')
        puts(".");
}

/* Writes what could not be tried in the given time. */
static void write_untried(const struct advice *advice)
{
    const struct search_result *search = &advice->search;
    if (search->left_out > 0)
        printf("The time was up before %d of %d strategies were ready: --seconds gives more.\n",
               search->left_out, advice->count);
    else if (search->untried > 0)
        printf("The time was up before %d setting%s next to the best one: --seconds gives more.\n",
               search->untried, search->untried == 1 ? "" : "s");
    else if (!advice->compared && advice->reason.text[0] == '\0')
        puts("The time was up before the best settings were measured again: --seconds gives more.");
}

/* Writes how long the search took and what took the time, if it took longer than announced. */
static void write_overrun(const struct advice *advice, double announced)
{
    char all[TEXT_NUMBER], before[TEXT_NUMBER];
    if (advice->seconds > overrun * announced)
        printf("It took %s, %s before the first round ended: particles, kernels, verification.\n",
               text_duration(advice->seconds, all), text_duration(advice->search.start, before));
}

void advice_print_search(const struct advice *advice, double announced,
                         const struct table_style *style)
{
    if (!table_for_people(style))
        return;
    printf("\nMeasured %d setting%s in %d round%s%s.\n", advice->search.measured,
           advice->search.measured == 1 ? "" : "s", advice->search.rounds,
           advice->search.rounds == 1 ? "" : "s",
           advice->search.converged ? "; none next to the best one is faster" : "");
    write_untried(advice);
    write_unplaced(advice, false, "Without a time: ");
    write_unplaced(advice, true, "Timed in the search only: ");
    if (advice->reason.text[0] != '\0' && advice->reason.code != EXIT_VERIFICATION)
        table_wrapped(stdout, style->width, 0, 2, "Failed: %s.", advice->reason.text);
    write_overrun(advice, announced);
}

void advice_print_check(const struct advice_check *check, const struct table_style *style)
{
    const struct ratio *ratio = &check->ratio;
    bool doubt = check->doubt[0] != '\0';
    const char *verdict = doubt                           ? "no verdict: "
                          : ratio->high <= advise_allowed ? "within 5 %"
                          : ratio->low > advise_allowed   ? "more than 5 % longer"
                                                          : "cannot be distinguished within 5 %";
    FILE *stream = table_for_people(style) ? stdout : stderr;
    fprintf(stream,
            "\nThe best of all %" PRId64 " settings: %s.\n"
            "The advised one, %s, takes %.3f times as long [%.3f, %.3f]: %s%s.\n",
            check->settings, check->best.id, check->advised.id, ratio->median, ratio->low,
            ratio->high, verdict, check->doubt);
}
