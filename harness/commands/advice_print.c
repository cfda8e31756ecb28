#include "harness/commands/advice_print.h"

#include "harness/base/table.h"
#include "harness/base/text.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { DIGITS = 4, SETTING = 320 };

struct unit {
    const char *name;
    double nanoseconds;
};

/* The largest unit in which a time is at least one. */
static struct unit unit_of(double nanoseconds)
{
    if (nanoseconds >= 1e9)
        return (struct unit){"s", 1e9};
    if (nanoseconds >= 1e6)
        return (struct unit){"ms", 1e6};
    return (struct unit){"µs", 1e3};
}

static void print_case(const struct case_spec *spec, const char *device, bool step)
{
    char n[TEXT_NUMBER];
    printf("%s, N = %s, ρ = %.6g, %s, on %s: %s\n\n", spec->model->name,
           text_thousands(spec->system.n, n), spec->system.density,
           precision_info(spec->precision)->name, device, step ? "a whole step" : "a force call");
}

static bool print_rows(const struct ranking *ranking, bool step, struct error *error)
{
    const struct ranked *best = &ranking->row[0];
    const struct unit unit = unit_of(best->time.median);
    char time[32];
    snprintf(time, sizeof time, "%s %s", step ? "step" : "force", unit.name);
    const struct table_column columns[] = {{"strategy", TABLE_LEFT},
                                           {"setting", TABLE_LEFT},
                                           {time, TABLE_RIGHT},
                                           {"95 % interval", TABLE_RIGHT},
                                           {"× best", TABLE_RIGHT}};
    struct table table;
    table_start(&table, columns, sizeof columns / sizeof *columns);
    for (int k = 0; k < ranking->count; k++) {
        const struct ranked *row = &ranking->row[k];
        char setting[SETTING], value[3][TEXT_NUMBER];
        ranking_setting(&row->record, step, setting, sizeof setting);
        table_cell(&table, "%s", row->record.strategy);
        table_cell(&table, "%s", setting);
        table_cell(&table, "%s%s", row->beyond != NULL ? "≈ " : "",
                   text_significant(row->time.median / unit.nanoseconds, DIGITS, value[0]));
        table_cell(&table, "[%s, %s]",
                   text_significant(row->time.low / unit.nanoseconds, DIGITS, value[1]),
                   text_significant(row->time.high / unit.nanoseconds, DIGITS, value[2]));
        table_cell(&table, "%.2f", row->time.median / best->time.median);
    }
    bool good = table_print(&table, 2, stdout, error);
    table_free(&table);
    return good;
}

/* How many times as much of something a case has for each particle as another. */
static double times(double own, double n, double other, double other_n)
{
    return own / n / (other / other_n);
}

/* What counts say of why a case is slower; false: nothing. The two may have different numbers of
 * particles. */
static bool reason(const struct record *slower, const struct record *faster, char *text,
                   size_t size)
{
    double pairs = times(slower->pairs_listed, slower->n, faster->pairs_listed, faster->n);
    double bytes = times(slower->list_bytes, slower->n, faster->list_bytes, faster->n);
    if (isfinite(slower->threads) && slower->threads < faster->threads)
        snprintf(text, size, "it uses %.0f of %.0f threads", slower->threads, faster->threads);
    else if (slower->atomics > 0 && !(faster->atomics > 0))
        snprintf(text, size, "it adds %.3g vectors for each particle to memory that threads share",
                 slower->atomics / slower->n);
    else if (pairs > 1.2)
        snprintf(text, size, "it goes through %.1f times as many pairs", pairs);
    else if (strcmp(slower->backend, "cpu") != 0 && slower->lanes < 0.9 * faster->lanes)
        snprintf(text, size, "it keeps %.0f %% of its lanes busy, and %s %.0f %%",
                 100 * slower->lanes, faster->strategy, 100 * faster->lanes);
    else if (bytes > 1.2)
        snprintf(text, size, "it reads %.1f times as much of a list", bytes);
    else
        return false;
    return true;
}

static void print_advice(const struct ranking *ranking, bool step)
{
    const struct ranked *best = &ranking->row[0], *next = &ranking->row[1];
    char setting[SETTING], text[200];
    ranking_setting(&best->record, step, setting, sizeof setting);
    printf("\nTake %s%s%s. ", best->record.strategy, setting[0] != '\0' ? " with " : "", setting);
    if (ranking->count == 1) {
        puts("There is no other to compare it with.");
        return;
    }
    printf("The next, %s, takes %.2f times as long; %s.\n", next->record.strategy,
           next->time.median / best->time.median,
           next->time.low > best->time.high ? "the intervals tell them apart"
                                            : "the intervals do not tell them apart");
    for (int k = 1; k < ranking->count; k++) {
        const struct record *slower = &ranking->row[k].record;
        if (reason(slower, &best->record, text, sizeof text))
            printf("%s is slower: %s.\n", slower->strategy, text);
    }
    if (isfinite(best->record.limit_fraction))
        printf("%s is bound by %s: it reaches %.0f %% of that.\n", best->record.strategy,
               best->record.limit, 100 * best->record.limit_fraction);
}

bool advice_print(const struct ranking *ranking, const struct case_spec *spec, const char *device,
                  bool step, struct error *error)
{
    print_case(spec, device, step);
    if (!print_rows(ranking, step, error))
        return false;
    print_advice(ranking, step);
    return true;
}

/* Whether a row before row k names the file. */
static bool is_named(const struct ranking *ranking, int k, const char *file)
{
    for (int other = 0; other < k; other++) {
        const struct ranked *row = &ranking->row[other];
        if (strcmp(row->record.file, file) == 0 ||
            (row->beyond != NULL && strcmp(row->beyond->file, file) == 0))
            return true;
    }
    return false;
}

void advice_print_sources(const struct ranking *ranking, const struct cases *cases)
{
    const struct ranked *best = &ranking->row[0];
    bool between = false, first = true;
    fputs("\nFrom", stdout);
    for (int k = 0; k < ranking->count; k++) {
        const struct ranked *row = &ranking->row[k];
        const char *const files[] = {row->record.file,
                                     row->beyond != NULL ? row->beyond->file : NULL};
        between = between || row->beyond != NULL;
        for (int f = 0; f < 2 && files[f] != NULL; f++) {
            if (is_named(ranking, k, files[f]) || (f > 0 && strcmp(files[0], files[1]) == 0))
                continue;
            printf("%s %s", first ? "" : ",", files[f]);
            first = false;
        }
    }
    puts(".");
    if (best->beyond != NULL) {
        double low = fmin(best->record.n, best->beyond->n);
        double high = fmax(best->record.n, best->beyond->n);
        char number[2][TEXT_NUMBER];
        printf("≈: between N = %s and %s, which were measured; settings are those of the "
               "recorded runs.\n",
               text_whole(low, number[0]), text_whole(high, number[1]));
    } else if (between) {
        puts("≈: between numbers of particles that were measured.");
    }
    const char *before = "Not recorded: ";
    for (int64_t k = 0; k < cases->count; k++) {
        if (ranking_has(ranking, cases->spec[k].strategy->name))
            continue;
        printf("%s%s", before, cases->spec[k].strategy->name);
        before = ", ";
    }
    if (before[0] == ',')
        puts(".");
}

void advice_print_search(const struct advice *advice)
{
    printf("\n%d settings were measured in %d rounds%s\n", advice->search.measured,
           advice->search.rounds,
           advice->search.converged
               ? "; none beside the best one is faster."
               : "; the time was up before all beside the best one were: --seconds gives more.");
}

void advice_print_check(const struct advice_check *check)
{
    const struct ratio *ratio = &check->ratio;
    printf("\nThe best of all %" PRId64 " settings: %s.\n"
           "The advised one, %s, takes %.3f times as long [%.3f, %.3f]: ",
           check->settings, check->best.id, check->advised.id, ratio->median, ratio->low,
           ratio->high);
    if (ratio->high <= advise_allowed)
        puts("within 5 %.");
    else if (ratio->low > advise_allowed)
        puts("more than 5 % longer.");
    else
        puts("not told from within 5 %.");
}
