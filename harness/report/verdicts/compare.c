#include "harness/report/verdicts/compare.h"

#include "harness/base/memory.h"
#include "harness/report/verdicts/trust.h"
#include "harness/results/results.h"
#include "harness/results/samples.h"
#include "harness/timing/ratio.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static const double usual_threshold = 0.02;
static const double noise_factor = 3;

static const struct {
    const char *name;
    size_t offset;
} times[] = {
    {"force", offsetof(struct record, force)},
    {"build", offsetof(struct record, build)},
};

static const struct {
    const char *name, *unit;
    size_t offset;
    bool physics; /* depends on the particles alone: both more and fewer are wrong */
} counts[] = {
    {"pairs_listed", "pairs", offsetof(struct record, pairs_listed), false},
    {"pairs_in_cutoff", "pairs", offsetof(struct record, pairs_in_cutoff), true},
    {"pairs_interacting", "pairs", offsetof(struct record, pairs_interacting), true},
    {"atomics", "atomics", offsetof(struct record, atomics), false},
    {"list_bytes", "bytes", offsetof(struct record, list_bytes), false},
    {"memory_bytes", "bytes", offsetof(struct record, memory_bytes), false},
};

enum { TIMES = sizeof times / sizeof *times, COUNTS = sizeof counts / sizeof *counts };

/* The runs of one case on one side. */
struct runs {
    const struct record **record;
    int count;
};

/* Both sides of a case. */
struct sides {
    struct runs base, head;
};

static const struct timing *timing_at(const struct record *record, int quantity)
{
    const void *field = (const char *)record + times[quantity].offset;
    return field;
}

static double count_at(const struct record *record, int quantity)
{
    const void *field = (const char *)record + counts[quantity].offset;
    return *(const double *)field;
}

static bool add(struct comparisons *comparisons, struct comparison comparison, struct error *error)
{
    if (comparisons->count == comparisons->capacity) {
        int64_t capacity = 2 * comparisons->capacity + 64;
        struct comparison *item =
            realloc(comparisons->item, (size_t)capacity * sizeof *comparisons->item);
        if (item == NULL)
            return error_set(error, EXIT_ENVIRONMENT, "out of memory: comparisons");
        comparisons->item = item;
        comparisons->capacity = capacity;
    }
    comparisons->item[comparisons->count++] = comparison;
    comparisons->tally[comparison.verdict]++;
    return true;
}

static bool samples_of(const struct runs *runs, int first, int end, int quantity,
                       struct samples *samples, struct error *error)
{
    *samples = (struct samples){0};
    for (int k = first; k < end; k++)
        if (!samples_append(samples, timing_at(runs->record[k], quantity), runs->record[k]->file,
                            error))
            return false;
    return true;
}

static bool ratio_between(const struct runs *base, int base_first, int base_end,
                          const struct runs *head, int head_first, int head_end, int quantity,
                          struct ratio *ratio, struct error *error)
{
    struct samples before = {0};
    struct samples after = {0};
    bool good = samples_of(base, base_first, base_end, quantity, &before, error) &&
                samples_of(head, head_first, head_end, quantity, &after, error) &&
                ratio_of(before.value, before.count, after.value, after.count, ratio, error);
    free(before.value);
    free(after.value);
    return good;
}

/* The extremes of the intervals and quartile ratios over all pairings. */
struct pairings {
    double low, high, quartile_low, quartile_high;
};

static struct pairings no_pairings(void)
{
    return (struct pairings){INFINITY, 0, INFINITY, 0};
}

static void include(struct pairings *all, const struct ratio *ratio)
{
    all->low = fmin(all->low, ratio->low);
    all->high = fmax(all->high, ratio->high);
    all->quartile_low = fmin(all->quartile_low, ratio->quartile);
    all->quartile_high = fmax(all->quartile_high, ratio->quartile);
}

/* `same` is how far a ratio may be from 1 where nothing has changed. It is at most the margin. */
static enum verdict judge(const struct pairings *all, double margin, double same)
{
    double above = 1 + margin;
    double below = 1 / above;
    if (all->low > above && all->quartile_low > above)
        return VERDICT_MORE;
    if (all->high < below && all->quartile_high < below)
        return VERDICT_LESS;
    return all->low >= 1 / (1 + same) && all->high <= 1 + same ? VERDICT_SAME
                                                               : VERDICT_INCONCLUSIVE;
}

/* Notes the first of these runs whose time has one of the faults. */
static void find_doubt(const struct runs *runs, int quantity, unsigned faults,
                       struct comparison *comparison)
{
    for (int k = 0; k < runs->count && comparison->doubted == NULL; k++) {
        const struct timing *time = timing_at(runs->record[k], quantity);
        if ((trust_faults(runs->record[k], time) & faults) == 0)
            continue;
        comparison->doubted = runs->record[k];
        comparison->doubted_time = time;
    }
}

static bool compare_time(const struct runs *base, const struct runs *head, int quantity,
                         const struct compare_options *options, struct comparisons *comparisons,
                         struct error *error)
{
    struct comparison comparison = {.base = base->record[0],
                                    .head = head->record[0],
                                    .quantity = times[quantity].name,
                                    .unit = "ns"};
    double threshold = options->threshold >= 0 ? options->threshold : usual_threshold;
    struct noise_runs before = {0};
    struct noise_runs after = {0};
    struct pairings all = no_pairings();
    struct ratio ratio;
    for (int b = 0; b < base->count; b++) {
        for (int n = 0; n < head->count; n++) {
            if (!ratio_between(base, b, b + 1, head, n, n + 1, quantity, &ratio, error))
                return false;
            include(&all, &ratio);
            if (n == 0)
                noise_runs_add(&before, ratio.before);
            if (b == 0)
                noise_runs_add(&after, ratio.after);
        }
    }
    double noise = noise_for(options->noise, comparison.head, comparison.quantity);
    double same = fmax(threshold, noise_factor * noise);
    comparison.margin = fmax(same, noise_factor * noise_between(&before, &after));
    if (!ratio_between(base, 0, base->count, head, 0, head->count, quantity, &ratio, error))
        return false;
    comparison.before = ratio.before;
    comparison.after = ratio.after;
    comparison.ratio = ratio.median;
    comparison.low = all.low;
    comparison.high = all.high;
    comparison.verdict = judge(&all, comparison.margin, same);
    /* that two times are the same, however wide their intervals are, these show by themselves */
    unsigned faults = comparison.verdict == VERDICT_SAME ? TRUST_BUSY | TRUST_THROTTLED : ~0u;
    find_doubt(base, quantity, faults, &comparison);
    find_doubt(head, quantity, faults, &comparison);
    if (comparison.doubted != NULL ||
        (comparisons->unconfirmed && comparison.verdict != VERDICT_SAME))
        comparison.verdict = VERDICT_INCONCLUSIVE;
    return add(comparisons, comparison, error);
}

static double ratio_of_counts(double before, double after)
{
    return before == after ? 1 : after / before;
}

static bool compare_count(const struct runs *base, const struct runs *head, int quantity,
                          const struct compare_options *options, struct comparisons *comparisons,
                          struct error *error)
{
    struct pairings all = no_pairings();
    for (int b = 0; b < base->count; b++) {
        for (int n = 0; n < head->count; n++) {
            double ratio = ratio_of_counts(count_at(base->record[b], quantity),
                                           count_at(head->record[n], quantity));
            include(&all, &(struct ratio){.low = ratio, .high = ratio, .quartile = ratio});
        }
    }
    struct comparison comparison = {
        .base = base->record[0],
        .head = head->record[0],
        .quantity = counts[quantity].name,
        .unit = counts[quantity].unit,
        .before = count_at(base->record[0], quantity),
        .after = count_at(head->record[0], quantity),
        .low = all.low,
        .high = all.high,
        .margin = counts[quantity].physics ? 0 : fmax(options->threshold, 0),
    };
    comparison.ratio = ratio_of_counts(comparison.before, comparison.after);
    comparison.verdict = judge(&all, comparison.margin, comparison.margin);
    if (counts[quantity].physics && comparison.verdict == VERDICT_LESS)
        comparison.verdict = VERDICT_MORE;
    return add(comparisons, comparison, error);
}

/* Whether all these runs have a number for the quantity. */
static bool all_have(const struct runs *runs, const struct compare_options *options, int quantity)
{
    for (int k = 0; k < runs->count; k++) {
        double value = options->counts_only ? count_at(runs->record[k], quantity)
                                            : timing_at(runs->record[k], quantity)->median;
        if (!isfinite(value))
            return false;
    }
    return runs->count > 0;
}

static bool compare_quantities(const struct runs *base, const struct runs *head,
                               const struct compare_options *options,
                               struct comparisons *comparisons, struct error *error)
{
    for (int q = 0; q < (options->counts_only ? COUNTS : TIMES); q++) {
        if (!all_have(base, options, q) || !all_have(head, options, q))
            continue;
        bool good = options->counts_only ? compare_count(base, head, q, options, comparisons, error)
                                         : compare_time(base, head, q, options, comparisons, error);
        if (!good)
            return false;
    }
    return true;
}

static bool differ(struct error *error, const struct record *a, const struct record *b,
                   const char *what, const char *before, const char *after)
{
    return error_set(error, EXIT_USAGE,
                     "not comparable: %s: %s was measured on %s \"%s\", in %s on \"%s\"", a->file,
                     a->id, what, before, b->file, after);
}

/* Whether two measurements of a case did the same work on the same machine. */
static bool comparable(const struct record *a, const struct record *b, bool counts_only,
                       struct error *error)
{
    if (strcmp(a->input_hash, b->input_hash) != 0)
        return differ(error, a, b, "the input", a->input_hash, b->input_hash);
    if (a->threads != b->threads && isfinite(a->threads) && isfinite(b->threads))
        return error_set(error, EXIT_USAGE,
                         "not comparable: %s: %s was measured with %.0f threads, in %s with %.0f",
                         a->file, a->id, a->threads, b->file, b->threads);
    bool cpu = strcmp(a->backend, "cpu") == 0;
    if (strcmp(a->device, b->device) != 0 && !(counts_only && cpu))
        return differ(error, a, b, "the device", a->device, b->device);
    if (strcmp(a->driver, b->driver) != 0 && !counts_only)
        return differ(error, a, b, "the driver", a->driver, b->driver);
    return true;
}

static bool measured(const struct record *record)
{
    return strcmp(record->status, "ok") == 0;
}

/* Finds the records with that id that were measured. If none was, takes the first record with
 * that id. */
static void find_runs(const struct records *records, const char *id, struct runs *runs)
{
    const struct record *other = NULL;
    runs->count = 0;
    for (int64_t k = 0; k < records->count; k++) {
        const struct record *record = &records->record[k];
        if (strcmp(record->id, id) != 0)
            continue;
        if (measured(record))
            runs->record[runs->count++] = record;
        else if (other == NULL)
            other = record;
    }
    if (runs->count == 0)
        runs->record[0] = other;
}

static bool compare_case(const struct sides *sides, const struct compare_options *options,
                         struct comparisons *comparisons, struct error *error)
{
    const struct runs *base = &sides->base;
    const struct runs *head = &sides->head;
    struct comparison whole = {.base = base->record[0],
                               .head = head->record[0],
                               .quantity = "case",
                               .unit = "",
                               .before = NAN,
                               .after = NAN,
                               .ratio = NAN,
                               .low = NAN,
                               .high = NAN,
                               .margin = NAN};
    if (base->count == 0 && head->count == 0)
        return true;
    if (head->count == 0) {
        bool failed = whole.head != NULL && strcmp(whole.head->status, "failed") == 0;
        whole.verdict = failed ? VERDICT_BROKEN : VERDICT_MISSING;
        return add(comparisons, whole, error);
    }
    if (base->count == 0) {
        whole.verdict = VERDICT_NEW;
        return add(comparisons, whole, error);
    }
    for (int b = 0; b < base->count; b++)
        for (int n = 0; n < head->count; n++)
            if (!comparable(base->record[b], head->record[n], options->counts_only, error))
                return false;
    return compare_quantities(base, head, options, comparisons, error);
}

/* Counts the runs. EXIT_USAGE if one is a history, which has no schema version. */
static bool count_runs(const struct records *records, int *count, struct error *error)
{
    *count = 0;
    for (int64_t k = 0; k < records->count; k++) {
        const struct record *record = &records->record[k];
        *count += k == 0 || record->file != records->record[k - 1].file;
        if (isnan(record->schema_version))
            return error_set(error, EXIT_USAGE,
                             "not comparable: %s has no schema version, so it is no results of a "
                             "run",
                             record->file);
    }
    return true;
}

static bool is_first(const struct records *records, int64_t index)
{
    for (int64_t k = 0; k < index; k++)
        if (strcmp(records->record[k].id, records->record[index].id) == 0)
            return false;
    return true;
}

static bool has_id(const struct records *records, const char *id)
{
    for (int64_t k = 0; k < records->count; k++)
        if (strcmp(records->record[k].id, id) == 0)
            return true;
    return false;
}

static bool compare_all(const struct records *base, const struct records *head, struct sides *sides,
                        const struct compare_options *options, struct comparisons *comparisons,
                        struct error *error)
{
    const struct records *side[] = {base, head};
    for (int s = 0; s < 2; s++) {
        for (int64_t k = 0; k < side[s]->count; k++) {
            const char *id = side[s]->record[k].id;
            if (!is_first(side[s], k) || (s == 1 && has_id(base, id)))
                continue;
            find_runs(base, id, &sides->base);
            find_runs(head, id, &sides->head);
            if (!compare_case(sides, options, comparisons, error))
                return false;
        }
    }
    return true;
}

/* A sum of the changes follows; of older builds nothing. */
static bool is_dirty(const char *commit)
{
    return strstr(commit, "-dirty") != NULL;
}

/* Whether two records of a case ran the same machine code, as far as both record it. */
static bool same_code(const struct record *a, const struct record *b)
{
    return a->code_force[0] != '\0' && strcmp(a->code_force, b->code_force) == 0 &&
           strcmp(a->code_lists, b->code_lists) == 0 && strcmp(a->code_motion, b->code_motion) == 0;
}

/* Whether two records of a case are of the same kernel. A commit tells that by itself; of a tree
 * with changes the hashes have to. */
static bool same_kernel(const struct record *a, const struct record *b)
{
    return (strcmp(a->source_hash, b->source_hash) == 0 || same_code(a, b)) &&
           strcmp(a->compiler, b->compiler) == 0 &&
           !(is_dirty(a->commit) && measured(a) && a->source_hash[0] == '\0');
}

/* Whether all records are of one commit, and those of a case of the same kernel. */
static bool same_build(const struct records *base, const struct records *head)
{
    for (int64_t k = 0; k < head->count; k++) {
        const struct record *record = &head->record[k];
        if (record->commit[0] == '\0')
            return false;
        for (int64_t b = 0; b < base->count; b++) {
            const struct record *other = &base->record[b];
            if (strcmp(record->commit, other->commit) != 0 ||
                (strcmp(record->id, other->id) == 0 && !same_kernel(record, other)))
                return false;
        }
    }
    return true;
}

static int64_t compared(const struct comparisons *comparisons)
{
    const int64_t *tally = comparisons->tally;
    return comparisons->count - tally[VERDICT_MISSING] - tally[VERDICT_NEW];
}

bool compare_records(const struct records *base, const struct records *head,
                     const struct compare_options *options, struct comparisons *comparisons,
                     struct error *error)
{
    *comparisons = (struct comparisons){0};
    if (!count_runs(base, &comparisons->base_runs, error) ||
        !count_runs(head, &comparisons->head_runs, error))
        return false;
    bool noise = options->noise != NULL && options->noise->document != NULL;
    comparisons->unconfirmed = !options->counts_only && !noise && comparisons->base_runs == 1 &&
                               comparisons->head_runs == 1 && same_build(base, head);
    struct sides sides = {
        .base.record = memory_allocate(base->count + 1, sizeof *sides.base.record, "runs", error),
        .head.record = memory_allocate(head->count + 1, sizeof *sides.head.record, "runs", error)};
    bool good = sides.base.record != NULL && sides.head.record != NULL &&
                compare_all(base, head, &sides, options, comparisons, error);
    if (good && compared(comparisons) == 0)
        good = error_set(error, EXIT_USAGE,
                         "not comparable: the results share no case that was measured%s",
                         options->counts_only ? "" : " and timed");
    free(sides.base.record);
    free(sides.head.record);
    if (!good)
        compare_free(comparisons);
    return good;
}

int compare_exit_code(const struct comparisons *comparisons, bool strict)
{
    const int64_t *tally = comparisons->tally;
    if (tally[VERDICT_MORE] + tally[VERDICT_BROKEN] > 0)
        return COMPARE_MORE;
    return strict && tally[VERDICT_INCONCLUSIVE] + tally[VERDICT_MISSING] > 0 ? COMPARE_INCONCLUSIVE
                                                                              : EXIT_OK;
}

const char *compare_verdict(const struct comparison *comparison)
{
    bool time = strcmp(comparison->unit, "ns") == 0;
    switch (comparison->verdict) {
    case VERDICT_SAME:
        return "same";
    case VERDICT_INCONCLUSIVE:
        return "inconclusive";
    case VERDICT_LESS:
        return time ? "faster" : "fewer";
    case VERDICT_MORE:
        return time ? "slower" : comparison->ratio < 1 ? "changed" : "more";
    case VERDICT_BROKEN:
        return "broken";
    case VERDICT_MISSING:
        return "missing";
    case VERDICT_NEW:
    case VERDICTS:
        break;
    }
    return "new";
}

void compare_free(struct comparisons *comparisons)
{
    free(comparisons->item);
    *comparisons = (struct comparisons){0};
}
