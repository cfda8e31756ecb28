#include "harness/report/tables/reasons.h"

#include "harness/base/text.h"
#include "harness/catalog/strategy.h"
#include "harness/json/json_get.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double explaining_factor = 1.05; /* smallest ratio of two counts that explains a
                                               * difference of times */
static const double near = 0.4; /* smallest fraction of a ceiling that counts as a limit */

enum { MOST_CAUSES = 12, MOST_REPORTED = 2, CAUSE = 160 };

/* A reason for a longer time. A case needs more of a resource, or has less of it, by a factor. */
struct cause {
    double factor;
    char text[CAUSE];
};

struct causes {
    struct cause cause[MOST_CAUSES];
    int count;
};

static void add(struct causes *causes, double factor, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void add(struct causes *causes, double factor, const char *format, ...)
{
    if (!(factor >= explaining_factor) || causes->count == MOST_CAUSES)
        return;
    struct cause *cause = &causes->cause[causes->count++];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(cause->text, sizeof cause->text, format, arguments);
    va_end(arguments);
    cause->factor = factor;
}

static int compare_causes(const void *left, const void *right)
{
    const struct cause *a = left, *b = right;
    return (a->factor < b->factor) - (a->factor > b->factor);
}

/* Writes the largest causes, joined to one text. */
static void write_causes(struct causes *causes, char *text, size_t size)
{
    qsort(causes->cause, (size_t)causes->count, sizeof *causes->cause, compare_causes);
    text[0] = '\0';
    for (int k = 0; k < causes->count && k < MOST_REPORTED; k++)
        text_append(text, size, "; ", "%s", causes->cause[k].text);
}

static bool on_gpu(const struct record *record)
{
    return strcmp(record->backend, "cuda") == 0;
}

static bool has_body(const struct record *record)
{
    const struct strategy *strategy = strategy_find(record->strategy);
    return strategy != NULL && strategy->neighbors->lists;
}

/* --- the causes --- */

static void by_threads(struct causes *causes, const struct record *slower,
                       const struct record *faster)
{
    if (!on_gpu(slower) && !on_gpu(faster))
        add(causes, faster->threads / slower->threads, "it has %.0f %s, not %.0f", slower->threads,
            slower->threads > 1 ? "threads" : "thread", faster->threads);
}

/*
 * Adds causes from the number of pairs. Full lists contain each pair twice, and pairs of patches
 * contain pairs of particles that are out of range.
 */
static void by_pairs(struct causes *causes, const struct record *slower,
                     const struct record *faster)
{
    double more = slower->pairs_listed / faster->pairs_listed;
    add(causes, more, "it %s %.3g × as many pairs", has_body(slower) ? "goes through" : "tests",
        more);
}

static void by_atomics(struct causes *causes, const struct record *slower,
                       const struct record *faster)
{
    double others = isfinite(faster->atomics) ? faster->atomics : 0;
    bool bound = strncmp(slower->limit, "atomic", 6) == 0;
    char count[TEXT_NUMBER];
    if (!(slower->atomics > explaining_factor * others))
        return;
    double each = slower->atomics / slower->n;
    if (bound)
        add(causes, slower->force.median / faster->force.median,
            "it adds %s vectors by atomics, %.2g a particle (%.0f %% of %s)",
            text_whole(slower->atomics, count), each, 100 * slower->limit_fraction, slower->limit);
    else
        add(causes, 1 + each, "it adds %s vectors by atomics, %.2g a particle",
            text_whole(slower->atomics, count), each);
}

static void by_lanes(struct causes *causes, const struct record *slower,
                     const struct record *faster)
{
    if (on_gpu(slower))
        add(causes, faster->lanes / slower->lanes, "%.0f %% of its lanes are active, not %.0f %%",
            100 * slower->lanes, 100 * faster->lanes);
}

static void by_bytes(struct causes *causes, const struct record *slower,
                     const struct record *faster)
{
    double more = slower->bytes / faster->bytes;
    add(causes, more, "it moves %.2g × as many bytes", more);
}

/*
 * Adds causes from bonded terms, which have a separate kernel or are part of the kernel for pairs.
 */
static void by_bonded(struct causes *causes, const struct record *slower,
                      const struct record *faster)
{
    char number[TEXT_NUMBER];
    double more = slower->force.median - faster->force.median;
    if (isfinite(slower->bonded.median) && !isfinite(faster->bonded.median))
        add(causes, 1 + slower->bonded.median / more, "bonded terms by themselves: %s µs",
            text_significant(slower->bonded.median / 1e3, 3, number));
}

static void by_order(struct causes *causes, const struct record *slower,
                     const struct record *faster)
{
    if (strcmp(slower->sort, faster->sort) != 0)
        add(causes, slower->force.median / faster->force.median,
            "its particles lie in the order %s, not %s", slower->sort, faster->sort);
}

/* Returns the number of lanes per particle: 1 unless the strategy has teams. */
static double team_of(const struct record *record)
{
    double lanes = json_value(record->tuning_values, "lanes");
    return isfinite(lanes) ? lanes : 1;
}

/*
 * Adds causes from the number of lanes per particle. More lanes hide more latency, but leave more
 * partial sums to add.
 */
static void by_team(struct causes *causes, const struct record *slower, const struct record *faster)
{
    double mine = team_of(slower), other = team_of(faster);
    double row = slower->pairs_listed / slower->n;
    double ratio = slower->force.median / faster->force.median;
    if (!on_gpu(slower) || !has_body(slower) || !has_body(faster) || slower->atomics > 0)
        return;
    if (mine < other && !(slower->limit_fraction > near))
        add(causes, ratio,
            "latency: it has %.2g rows of %.0f pairs at once, a lane each%s, too little to hide "
            "it; a particle has %.0f lanes there",
            slower->n, row, mine > 1 ? " team" : "", other);
    else if (mine > other)
        add(causes, ratio, "%.0f lanes share a row of %.0f pairs, and their sums are added up",
            mine, row);
}

/* Adds latency as the cause, if the slower case has no more work than the faster one. */
static void by_latency(struct causes *causes, const struct record *slower,
                       const struct record *faster)
{
    if (causes->count == 0 && isfinite(slower->limit_fraction) && slower->limit_fraction < near)
        add(causes, slower->force.median / faster->force.median,
            "latency: it reaches %.2g %% of its nearest ceiling, %s", 100 * slower->limit_fraction,
            slower->limit);
}

static void force_causes(const struct record *slower, const struct record *faster,
                         struct causes *causes)
{
    static void (*const causes_of[])(struct causes *, const struct record *,
                                     const struct record *) = {by_threads, by_pairs, by_atomics,
                                                               by_lanes,   by_bytes, by_bonded,
                                                               by_order,   by_team,  by_latency};
    for (size_t k = 0; k < sizeof causes_of / sizeof *causes_of; k++)
        causes_of[k](causes, slower, faster);
}

/* --- lists --- */

/* Adds the causes from building lists. Cases that differ only in their lists have the same
 * forces. */
static void list_causes(const struct record *slower, const struct record *faster,
                        struct causes *causes)
{
    double all = slower->build.median - faster->build.median;
    double cells = slower->bin.median - faster->bin.median;
    char number[2][TEXT_NUMBER];
    if (cells > 0.5 * all)
        add(causes, 1 + cells / all, "filling cells takes %s µs, not %s",
            text_significant(slower->bin.median / 1e3, 3, number[0]),
            text_significant(faster->bin.median / 1e3, 3, number[1]));
    else
        add(causes, 1 + (all - cells) / all, "looking for neighbors takes %s µs, not %s",
            text_significant((slower->build.median - slower->bin.median) / 1e3, 3, number[0]),
            text_significant((faster->build.median - faster->bin.median) / 1e3, 3, number[1]));
}

/* --- whole steps --- */

/* Writes which parts of a step are slower. False if these do not explain the difference. */
static bool step_causes(const struct record *slower, const struct record *faster,
                        struct causes *causes, bool *forces)
{
    const double mine[] = {slower->step_force, slower->step_bonded,
                           slower->step_list +
                               (isfinite(slower->step_sort) ? slower->step_sort : 0),
                           slower->step_integration, slower->step_thermostat};
    const double other[] = {faster->step_force, faster->step_bonded,
                            faster->step_list +
                                (isfinite(faster->step_sort) ? faster->step_sort : 0),
                            faster->step_integration, faster->step_thermostat};
    static const char *const names[] = {"forces", "bonded terms", "lists", "integration",
                                        "thermostat"};
    double all = slower->step.median - faster->step.median;
    for (int k = 0; k < 5; k++) {
        double a = isfinite(mine[k]) ? mine[k] : 0, b = isfinite(other[k]) ? other[k] : 0;
        char number[2][TEXT_NUMBER];
        if (!(a - b > 0.2 * all))
            continue;
        if (b > 0)
            add(causes, 1 + (a - b) / all, "%s: %s µs of a step instead of %s", names[k],
                text_significant(a / 1e3, 3, number[0]), text_significant(b / 1e3, 3, number[1]));
        else
            add(causes, 1 + (a - b) / all, "%s by itself: %s µs of a step", names[k],
                text_significant(a / 1e3, 3, number[0]));
        *forces = *forces || k == 0;
    }
    return causes->count > 0;
}

void reason_of(const struct record *slower, const struct record *faster, char *text, size_t size)
{
    struct causes causes = {.count = 0}, more = {.count = 0};
    bool steps = slower->step.median > faster->step.median, forces = !steps;
    text[0] = '\0';
    if (steps && step_causes(slower, faster, &causes, &forces))
        write_causes(&causes, text, size);
    if (!steps && !record_same_lists(slower, faster) &&
        slower->build.median > faster->build.median) {
        list_causes(slower, faster, &causes);
        write_causes(&causes, text, size);
        return;
    }
    if (forces && slower->force.median > faster->force.median) {
        force_causes(slower, faster, &more);
        if (more.count > 0 && text[0] != '\0')
            text_append(text, size, "", "; of the forces, ");
        size_t length = strlen(text);
        write_causes(&more, text + length, size - length);
    }
}

void binding_of(const struct record *record, char *text, size_t size)
{
    char lanes[64] = "";
    if (on_gpu(record) && isfinite(record->lanes))
        snprintf(lanes, sizeof lanes, "%.0f %% of lanes active", 100 * record->lanes);
    text[0] = '\0';
    if (isfinite(record->limit_fraction))
        snprintf(text, size, "%.2g %% of %s%s%s", 100 * record->limit_fraction, record->limit,
                 lanes[0] != '\0' ? ", " : "", lanes);
    else
        snprintf(text, size, "%s", lanes);
}
