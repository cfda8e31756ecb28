#include "harness/backend/ceilings.h"

#include "harness/base/ascending.h"
#include "harness/base/clock.h"
#include "harness/base/memory.h"
#include "harness/base/table.h"
#include "harness/base/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Minimum and maximum number of repetitions of a probe, and number of rounds. */
enum { LEAST = 10, MOST = 1000, ROUNDS = 8 };

/*
 * A probe is lengthened until it runs for long_enough_ns, which exceeds the time slices of other
 * processes. Each repetition takes 1 / part of that, so that some of many repetitions are
 * undisturbed. Repetitions end after all_ns.
 */
static const double long_enough_ns = 2e7;
static const int part = 16;
static const double all_ns = 2e8;

/*
 * Longest wall-clock time for choosing a probe's length, and for its repetitions. Necessary if a
 * quota or other processes take the processor between timed regions: their times then add up
 * slowly.
 */
static const double most_seconds = 2;

static const struct ceiling_info infos[CEILING_COUNT] = {
    [CEILING_FMA_SINGLE] = {"fma_single", "flop/s", "fused multiply-adds, single precision"},
    [CEILING_FMA_DOUBLE] = {"fma_double", "flop/s", "fused multiply-adds, double precision"},
    [CEILING_RSQRT_SINGLE] = {"rsqrt_single", "1/s", "reciprocal square roots, single precision"},
    [CEILING_RSQRT_DOUBLE] = {"rsqrt_double", "1/s", "reciprocal square roots, double precision"},
    [CEILING_RECIPROCAL_SINGLE] = {"reciprocal_single", "1/s", "reciprocals, single precision"},
    [CEILING_RECIPROCAL_DOUBLE] = {"reciprocal_double", "1/s", "reciprocals, double precision"},
    [CEILING_GATHER_L1] = {"gather_l1", "1/s", "random 16-byte gathers from L1"},
    [CEILING_GATHER_L2] = {"gather_l2", "1/s", "random 16-byte gathers from L2"},
    [CEILING_GATHER_L3] = {"gather_l3", "1/s", "random 16-byte gathers from L3"},
    [CEILING_GATHER_DRAM] = {"gather_dram", "1/s", "random 16-byte gathers from DRAM"},
    [CEILING_GATHER_WIDE] = {"gather_wide", "1/s",
                             "16-byte halves of random 32-byte gathers from L1"},
    [CEILING_GATHER_SHARED] = {"gather_shared", "1/s", "random 16-byte gathers from shared memory"},
    [CEILING_STREAM_L2] = {"stream_l2", "byte/s", "streaming reads from L2"},
    [CEILING_STREAM_L3] = {"stream_l3", "byte/s", "streaming reads from L3"},
    [CEILING_STREAM_DRAM] = {"stream_dram", "byte/s", "streaming reads from DRAM"},
    [CEILING_ATOMIC_FLOAT] = {"atomic_float", "1/s", "atomic adds of a float, each its own place"},
    [CEILING_ATOMIC_FLOAT4] = {"atomic_float4", "1/s", "of a float4, each its own place"},
    [CEILING_ATOMIC_DOUBLE] = {"atomic_double", "1/s", "of a double, each its own place"},
    [CEILING_SCATTER_FLOAT] = {"scatter_float", "1/s",
                               "of a float, three to each random place in L2"},
    [CEILING_SCATTER_FLOAT4] = {"scatter_float4", "1/s",
                                "of a float4, each to a random place in L2"},
    [CEILING_SCATTER_DOUBLE] = {"scatter_double", "1/s",
                                "of a double, three to each random place in L2"},
    [CEILING_CONFLICT_FLOAT] = {"conflict_float", "1/s", "of a float, all to one place"},
    [CEILING_CONFLICT_FLOAT4] = {"conflict_float4", "1/s", "of a float4, all to one place"},
    [CEILING_CONFLICT_DOUBLE] = {"conflict_double", "1/s", "of a double, all to one place"},
    [CEILING_SHUFFLE] = {"shuffle", "1/s", "warp shuffles, counted by lane"},
    [CEILING_ISSUE] = {"issue", "1/s", "warp instructions"},
};

const struct ceiling_info *ceiling_info(enum ceiling_kind kind)
{
    return &infos[kind];
}

int64_t ceilings_power_of_two(int64_t bytes)
{
    int64_t power = 4096;
    while (2 * power <= bytes)
        power *= 2;
    return power;
}

/*
 * Multiplies the iterations by `growth`. Fails at a limit, because the search would not end if the
 * time did not grow with the iterations.
 */
static bool longer(double growth, double nanoseconds, int64_t *iterations, struct error *error)
{
    static const double most = 1e10; /* limit of the iterations: some seconds at one iteration
                                      * per cycle */
    if ((double)*iterations * growth > most)
        return error_set(error, EXIT_ENVIRONMENT,
                         "%lld iterations of a probe take %.0f ns: either its loop was compiled "
                         "away, or the clock does not advance",
                         (long long)*iterations, nanoseconds);
    *iterations = (int64_t)ceil((double)*iterations * growth);
    return true;
}

/*
 * Increases the iterations step by step, because the first runs are cold and slow clocks speed up.
 * An interruption makes a run look long, so the shortest of several runs is used. When time is up,
 * the last number of iterations is used.
 */
static bool calibrate(const struct ceiling_probe *probe, int64_t *iterations, struct error *error)
{
    enum { GROWTH = 16, TRIES = 3 };
    const double end = clock_seconds() + most_seconds;
    for (*iterations = 1;;) {
        double shortest = INFINITY;
        for (int k = 0;
             k < TRIES && shortest >= long_enough_ns && (k == 0 || clock_seconds() < end); k++) {
            double nanoseconds = 0;
            if (!probe->run(probe->context, *iterations, &nanoseconds, error))
                return false;
            shortest = fmin(shortest, nanoseconds);
        }
        if (shortest >= long_enough_ns || clock_seconds() >= end)
            return true;
        double growth = 1.2 * long_enough_ns / fmax(shortest, 1);
        if (!longer(fmin(growth, GROWTH), shortest, iterations, error))
            return false;
    }
}

/* Results of a probe so far. */
struct repetitions {
    int64_t iterations; /* iterations of each repetition */
    double rate[MOST];
    int count;
    double spent_ns, spent_seconds; /* sums of measured times and of wall-clock times */
};

/*
 * Whether a probe has used its share of the time up to this round, `round` / ROUNDS of the whole.
 */
static bool had_its_share(const struct repetitions *repetitions, int round)
{
    return repetitions->count == MOST || repetitions->spent_ns >= all_ns * round / ROUNDS ||
           repetitions->spent_seconds >= most_seconds * round / ROUNDS;
}

/* Repeats a probe until its share of the time is used, but at least a few times. */
static bool repeat(const struct ceiling_probe *probe, int round, struct repetitions *repetitions,
                   struct error *error)
{
    const int least = (LEAST * round + ROUNDS - 1) / ROUNDS;
    while (repetitions->count < least || !had_its_share(repetitions, round)) {
        const double start = clock_seconds();
        double nanoseconds = 0;
        if (!probe->run(probe->context, repetitions->iterations, &nanoseconds, error))
            return false;
        repetitions->spent_ns += nanoseconds;
        repetitions->spent_seconds += clock_seconds() - start;
        const double enough = had_its_share(repetitions, ROUNDS) ? 0 : long_enough_ns / (2 * part);
        if (nanoseconds <= enough) {
            if (!longer(2, nanoseconds, &repetitions->iterations, error))
                return false;
            continue; /* too short: all runs that chose the iterations were disturbed */
        }
        repetitions->rate[repetitions->count++] =
            1e9 * probe->work * (double)repetitions->iterations / nanoseconds;
    }
    return true;
}

static struct ceiling conclude(const struct ceiling_probe *probe, struct repetitions *repetitions)
{
    double *rate = repetitions->rate;
    int count = repetitions->count;
    qsort(rate, (size_t)count, sizeof *rate, ascending);
    return (struct ceiling){
        .best = rate[count - 1],
        .median = (rate[(count - 1) / 2] + rate[count / 2]) / 2,
        .worst = rate[0],
        .repetitions = count,
        .set_bytes = probe->set_bytes,
    };
}

static bool take_turns(const struct ceiling_probe *probes, int count,
                       struct repetitions *repetitions, struct error *error)
{
    for (int k = 0; k < count; k++) {
        if (!calibrate(&probes[k], &repetitions[k].iterations, error))
            return false;
        repetitions[k].iterations = (repetitions[k].iterations + part - 1) / part;
    }
    for (int round = 1; round <= ROUNDS; round++)
        for (int k = 0; k < count; k++)
            if (!repeat(&probes[k], round, &repetitions[k], error))
                return false;
    return true;
}

bool ceilings_in_turns(const struct ceiling_probe *probes, struct ceiling *const *ceilings,
                       int count, struct error *error)
{
    struct repetitions *repetitions =
        memory_allocate_zeroed(count, sizeof *repetitions, "rates of probes", error);
    if (repetitions == NULL)
        return false;
    bool good = take_turns(probes, count, repetitions, error);
    for (int k = 0; k < count && good; k++)
        *ceilings[k] = conclude(&probes[k], &repetitions[k]);
    free(repetitions);
    return good;
}

bool ceiling_measure(const struct ceiling_probe *probe, struct ceiling *ceiling,
                     struct error *error)
{
    return ceilings_in_turns(probe, &ceiling, 1, error);
}

const struct ceilings *ceilings_find(const struct ceilings_set *set, const char *backend,
                                     const char *device, double threads)
{
    const struct ceilings *found = NULL;
    for (int k = 0; k < set->count; k++) {
        const struct ceilings *one = &set->device[k];
        if (strcmp(one->backend, backend) == 0 && strcmp(one->info.name, device) == 0 &&
            !(one->info.cores < threads) && (found == NULL || one->info.cores < found->info.cores))
            found = one;
    }
    return found;
}

const char *ceiling_text(enum ceiling_kind kind, double rate, char *text, size_t size)
{
    static const char *const prefixes[] = {"", "k", "M", "G", "T", "P"};
    size_t prefix = 0;
    while (rate >= 999.5 && prefix + 1 < sizeof prefixes / sizeof *prefixes) {
        rate /= 1000;
        prefix++;
    }
    char number[TEXT_NUMBER];
    const char *unit = infos[kind].unit;
    if (strcmp(unit, "byte/s") == 0)
        unit = "B/s";
    snprintf(text, size, "%s %s%s", text_significant(rate, 3, number), prefixes[prefix],
             strcmp(unit, "1/s") == 0 ? "/s" : unit);
    return text;
}

static void bytes_text(int64_t bytes, char text[TEXT_NUMBER])
{
    if (bytes == 0)
        snprintf(text, TEXT_NUMBER, "–");
    else if (bytes < INT64_C(1) << 20)
        snprintf(text, TEXT_NUMBER, "%lld KiB", (long long)bytes >> 10);
    else
        snprintf(text, TEXT_NUMBER, "%lld MiB", (long long)bytes >> 20);
}

enum { CEILING_COLUMNS = 10 };

static const struct table_column columns[CEILING_COLUMNS] = {
    {"backend", TABLE_DATA},
    {"device", TABLE_DATA},
    {"cores", TABLE_DATA},
    {"ceiling", TABLE_LEFT},
    {"at most", TABLE_RIGHT},
    {"typical", TABLE_RIGHT | TABLE_LEAVES(1)},
    {"unit", TABLE_DATA},
    {"repetitions", TABLE_RIGHT | TABLE_DATA},
    {"working set", TABLE_RIGHT | TABLE_LEAVES(2)},
    {"what", TABLE_LEFT},
};

static const char *const column_keys[CEILING_COLUMNS] = {
    "backend", "device", "cores",       "ceiling",   "best",
    "median",  "unit",   "repetitions", "set_bytes", "what"};

static void add_row(struct table *table, const struct ceilings *ceilings, int kind)
{
    const struct ceiling *ceiling = &ceilings->ceiling[kind];
    char text[TEXT_NUMBER];
    table_cell(table, "%s", ceilings->backend);
    table_cell(table, "%s", ceilings->info.name);
    table_number(table, ceilings->info.cores, "%d", ceilings->info.cores);
    table_cell(table, "%s", infos[kind].name);
    table_number(table, ceiling->best, "%s",
                 ceiling_text((enum ceiling_kind)kind, ceiling->best, text, sizeof text));
    table_number(table, ceiling->median, "%.1f %%", 100 * ceiling->median / ceiling->best);
    table_cell(table, "%s", infos[kind].unit);
    table_number(table, ceiling->repetitions, "%d", ceiling->repetitions);
    bytes_text(ceiling->set_bytes, text);
    table_number(table, (double)ceiling->set_bytes, "%s", text);
    table_cell(table, "%s", infos[kind].summary);
}

/* Writes a table of the devices [first, end). */
static bool show_devices(FILE *stream, const struct ceilings_set *set, int first, int end,
                         struct table_style *style, struct error *error)
{
    const struct device_info *info = &set->device[first].info;
    const char *backend = set->device[first].backend;
    char title[512];
    struct table table;
    table_start(&table, columns, CEILING_COLUMNS);
    snprintf(title, sizeof title, "%s (%s, %d %s%s)", info->name, backend, info->cores,
             strcmp(backend, "cpu") == 0 ? "thread" : "multiprocessor",
             info->cores == 1 ? "" : "s");
    table.title = title;
    table.keys = column_keys;
    table.indent = 2;
    for (int device = first; device < end; device++)
        for (int kind = 0; kind < CEILING_COUNT; kind++)
            if (set->device[device].ceiling[kind].repetitions > 0)
                add_row(&table, &set->device[device], kind);
    bool good = table_write(&table, style, stream, error);
    table_free(&table);
    return good;
}

bool ceilings_show(FILE *stream, const struct ceilings_set *set, struct table_style *style,
                   struct error *error)
{
    if (!table_for_people(style))
        return show_devices(stream, set, 0, set->count, style, error);
    for (int k = 0; k < set->count; k++) {
        fputc('\n', stream);
        if (!show_devices(stream, set, k, k + 1, style, error))
            return false;
    }
    fputs("\nAt most: the best of all repetitions; typical: their median.\n", stream);
    table_left_out(style, stream);
    return true;
}
