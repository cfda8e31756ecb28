#include "harness/report/verdicts/compare.h"

#include "harness/base/ascending.h"
#include "harness/base/memory.h"
#include "harness/report/verdicts/trust.h"
#include "harness/results/compared.h"
#include "harness/results/results.h"
#include "harness/results/samples.h"
#include "harness/timing/run_ratio.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double usual_threshold = 0.02;
static const double nearly = 0.001;
static const double error_factor = 2;
static const double busy_factor = 1.5; /* a larger change of a time is not explained by load of the
                                        * machine */

enum { SIDES = 2, BACKENDS = 2 };

/* Records of one case from all runs of one side. */
struct runs {
    const struct record **record; /* measured records; if there are none, the first is another
                                   * record of the case, or NULL */
    int count;
};

/* All records of a case id, sorted by side. */
struct group {
    const struct record **record;
    int64_t count, base_count;
    int64_t order; /* index of the case's first record in the results */
};

/* Times of all cases, which are compared together. */
struct times {
    struct run_ratio *ratio;
    int64_t *item;  /* index of the comparison to which each ratio belongs */
    double *median; /* median of all runs' medians */
    int64_t count, medians;
    struct time_pool *pool;
    int pools;
};

/* Cases that may be assumed to have the same variance from run to run. */
struct time_pool {
    int quantity, base_runs, head_runs;
    bool noise;
    const char *device;
};

static void add(struct comparisons *comparisons, struct comparison comparison)
{
    comparisons->item = memory_room(comparisons->item, comparisons->count, &comparisons->capacity,
                                    sizeof *comparisons->item, "comparisons");
    comparisons->item[comparisons->count++] = comparison;
    comparisons->tally[comparison.verdict]++;
}

/* Returns the median of a run: of its samples if they are recorded. */
static bool median_of(const struct record *record, int quantity, double *median,
                      struct error *error)
{
    const struct timing *timing = compared_timing(record, quantity);
    *median = compared_value(record, quantity);
    if (timing == NULL)
        return true;
    struct samples samples = {0};
    bool good = samples_append(&samples, timing, record->file, error);
    if (good) {
        qsort(samples.value, (size_t)samples.count, sizeof *samples.value, ascending);
        *median = (samples.value[(samples.count - 1) / 2] + samples.value[samples.count / 2]) / 2;
    }
    free(samples.value);
    return good;
}

static bool medians_of(const struct runs *runs, int quantity, double *median, struct error *error)
{
    for (int k = 0; k < runs->count; k++)
        if (!median_of(runs->record[k], quantity, &median[k], error))
            return false;
    return true;
}

/*
 * Whether the k-th runs of both sides were measured between the runs k - 1 and k + 1 of both sides.
 */
static bool are_turns(const struct runs *base, const struct runs *head)
{
    for (int k = 1; k < base->count && k < head->count; k++) {
        const char *before[] = {base->record[k - 1]->date, head->record[k - 1]->date};
        const char *after[] = {base->record[k]->date, head->record[k]->date};
        for (int b = 0; b < SIDES; b++)
            for (int a = 0; a < SIDES; a++)
                if (strcmp(before[b], after[a]) >= 0)
                    return false;
    }
    return base->count == head->count;
}

static int pool_of(struct times *times, struct time_pool pool)
{
    for (int k = 0; k < times->pools; k++) {
        const struct time_pool *known = &times->pool[k];
        if (known->quantity == pool.quantity && known->base_runs == pool.base_runs &&
            known->head_runs == pool.head_runs && known->noise == pool.noise &&
            strcmp(known->device, pool.device) == 0)
            return k;
    }
    times->pool[times->pools] = pool;
    return times->pools++;
}

/* Finds the first run whose time has one of the given faults. */
static void find_doubt(const struct runs *runs, unsigned faults, struct comparison *comparison)
{
    for (int k = 0; k < runs->count && comparison->doubted == NULL; k++) {
        const struct timing *time = compared_timing(runs->record[k], comparison->quantity);
        if (time == NULL || (trust_faults(runs->record[k], time) & faults) == 0)
            continue;
        comparison->doubted = runs->record[k];
        comparison->doubted_time = time;
    }
}

/* Adds a time. Its verdict is set when all times are known. */
static bool add_time(const struct runs *base, const struct runs *head, struct comparison comparison,
                     const struct compare_options *options, struct times *times,
                     struct comparisons *comparisons, struct error *error)
{
    double *median = times->median + times->medians;
    if (!medians_of(base, comparison.quantity, median, error) ||
        !medians_of(head, comparison.quantity, median + base->count, error))
        return false;
    double noise =
        noise_for(options->noise, comparison.head, compared_info(comparison.quantity)->name);
    comparison.threshold = options->threshold >= 0 ? options->threshold : usual_threshold;
    /* noise within runs also appears in the differences between several runs */
    bool several = base->count >= RUN_FEWEST && head->count >= RUN_FEWEST;
    find_doubt(base, several ? TRUST_OF_MACHINE : ~0u, &comparison);
    find_doubt(head, several ? TRUST_OF_MACHINE : ~0u, &comparison);
    times->medians += base->count + head->count;
    times->item[times->count] = comparisons->count;
    times->ratio[times->count++] = (struct run_ratio){
        .base = median,
        .new = median + base->count,
        .base_runs = base->count,
        .new_runs = head->count,
        .turns = are_turns(base, head),
        .noise = noise / sqrt(2), /* noise of a single run; `noise` is the noise of a ratio of
                                   * two runs */
        .noise_runs = noise_run_count(options->noise),
        .threshold = comparison.threshold,
        .pool = pool_of(times, (struct time_pool){.quantity = comparison.quantity,
                                                  .base_runs = base->count,
                                                  .head_runs = head->count,
                                                  .noise = noise > 0,
                                                  .device = comparison.head->device}),
    };
    add(comparisons, comparison);
    return true;
}

static enum verdict verdict_of_time(const struct comparison *item, enum run_verdict verdict)
{
    if (item->doubted != NULL)
        return item->low > busy_factor        ? VERDICT_MORE
               : item->high < 1 / busy_factor ? VERDICT_LESS
                                              : VERDICT_INCONCLUSIVE;
    static const enum verdict verdicts[] = {[RUN_UNKNOWN] = VERDICT_INCONCLUSIVE,
                                            [RUN_SAME] = VERDICT_SAME,
                                            [RUN_SLOWER] = VERDICT_MORE,
                                            [RUN_FASTER] = VERDICT_LESS};
    return verdicts[verdict];
}

static double geometric_mean(const double *value, int count)
{
    double sum = 0;
    for (int k = 0; k < count; k++)
        sum += log(value[k]);
    return exp(sum / count);
}

static void decide_times(struct times *times, struct comparisons *comparisons)
{
    run_ratios(times->ratio, times->count, times->pools);
    for (int64_t k = 0; k < times->count; k++) {
        const struct run_ratio *ratio = &times->ratio[k];
        struct comparison *item = &comparisons->item[times->item[k]];
        item->before = geometric_mean(ratio->base, ratio->base_runs);
        item->after = geometric_mean(ratio->new, ratio->new_runs);
        item->ratio = ratio->ratio;
        item->low = ratio->low;
        item->high = ratio->high;
        item->confidence = ratio->confidence;
        item->needed = ratio->needed;
        comparisons->tally[item->verdict]--;
        item->verdict = verdict_of_time(item, ratio->verdict);
        comparisons->tally[item->verdict]++;
        comparisons->unconfirmed += isinf(ratio->high);
    }
}

/* Marks cases whose instructions changed while the time of the force did not. */
static void find_as_fast(struct comparisons *comparisons)
{
    const struct comparison *force = NULL;
    for (int64_t k = 0; k < comparisons->count; k++) {
        struct comparison *item = &comparisons->item[k];
        if (strcmp(compare_quantity(item), "force") == 0)
            force = item;
        item->as_fast = strcmp(compare_unit(item), "instructions") == 0 &&
                        item->verdict != VERDICT_SAME && force != NULL &&
                        force->verdict == VERDICT_SAME &&
                        strcmp(force->head->id, item->head->id) == 0;
    }
}

static double ratio_of_counts(double before, double after)
{
    return before == after ? 1 : after / before;
}

/* Adds a count or an error; its interval is the range of the ratios of all pairs of runs. */
static void add_exact(const struct runs *base, const struct runs *head,
                      struct comparison comparison, const struct compare_options *options,
                      struct comparisons *comparisons)
{
    enum compared_kind kind = compared_info(comparison.quantity)->kind;
    comparison.low = INFINITY;
    comparison.high = 0;
    for (int b = 0; b < base->count; b++) {
        for (int n = 0; n < head->count; n++) {
            double ratio = ratio_of_counts(compared_value(base->record[b], comparison.quantity),
                                           compared_value(head->record[n], comparison.quantity));
            comparison.low = fmin(comparison.low, ratio);
            comparison.high = fmax(comparison.high, ratio);
        }
    }
    comparison.before = compared_value(comparison.base, comparison.quantity);
    comparison.after = compared_value(comparison.head, comparison.quantity);
    comparison.ratio = ratio_of_counts(comparison.before, comparison.after);
    comparison.confidence = 1;
    comparison.threshold = kind == COMPARED_ERROR     ? error_factor - 1
                           : kind == COMPARED_PHYSICS ? 0
                           : kind == COMPARED_NEARLY  ? fmax(options->threshold, nearly)
                                                      : fmax(options->threshold, 0);
    double above = 1 + comparison.threshold;
    comparison.verdict =
        comparison.low > above        ? VERDICT_MORE
        : comparison.high < 1 / above ? VERDICT_LESS
        : kind == COMPARED_ERROR || (comparison.low >= 1 / above && comparison.high <= above)
            ? VERDICT_SAME
            : VERDICT_INCONCLUSIVE;
    if (kind == COMPARED_PHYSICS && comparison.verdict == VERDICT_LESS)
        comparison.verdict = VERDICT_MORE;
    add(comparisons, comparison);
}

/* Returns a comparison of a quantity that has no numbers. */
static struct comparison no_numbers(const struct record *base, const struct record *head,
                                    int quantity, enum verdict verdict)
{
    return (struct comparison){.base = base,
                               .head = head,
                               .quantity = quantity,
                               .verdict = verdict,
                               .before = NAN,
                               .after = NAN,
                               .ratio = NAN,
                               .low = NAN,
                               .high = NAN,
                               .confidence = NAN,
                               .threshold = NAN};
}

/* Returns the runs in which a quantity has a number; `record` has room for all runs. */
static struct runs runs_with(const struct runs *runs, int quantity, const struct record **record)
{
    struct runs with = {.record = record};
    for (int k = 0; k < runs->count; k++)
        if (isfinite(compared_value(runs->record[k], quantity)))
            with.record[with.count++] = runs->record[k];
    return with;
}

/* Returns the index of a record's backend. */
static int backend_of(const struct record *record)
{
    return strcmp(record->backend, "cpu") == 0 ? 0 : 1;
}

/* The case that is being compared. */
struct work {
    int runs[SIDES][BACKENDS]; /* number of runs of each side that have cases of each backend */
    const struct compare_options *options;
    struct comparisons *comparisons;
    struct times times;
    struct runs base, head;                       /* records of the measured runs */
    const struct record **with_base, **with_head; /* room for the records that have a quantity */
};

/*
 * Returns the share of a side's runs that lack a quantity, among the runs with cases of the
 * backend. The side with the larger share counts.
 */
static double missing_share(const struct work *work, const struct runs *base,
                            const struct runs *head)
{
    const int backend = backend_of(base->record[0]);
    return 1 - fmin((double)base->count / work->runs[0][backend],
                    (double)head->count / fmax(work->runs[1][backend], 1));
}

static bool compare_quantity_of(struct work *work, int quantity, struct error *error)
{
    struct runs base = runs_with(&work->base, quantity, work->with_base);
    struct runs head = runs_with(&work->head, quantity, work->with_head);
    struct comparisons *comparisons = work->comparisons;
    if (base.count > 0) {
        comparisons->expected++;
        comparisons->missing += missing_share(work, &base, &head);
    }
    if (base.count == 0 && head.count == 0)
        return true;
    struct comparison comparison = no_numbers(work->base.record[0], work->head.record[0], quantity,
                                              base.count > 0 ? VERDICT_MISSING : VERDICT_NEW);
    comparison.base_runs = base.count;
    comparison.head_runs = head.count;
    if (base.count == 0 || head.count == 0) {
        if (work->head.count > 0)
            add(comparisons, comparison);
        return true;
    }
    comparison.base = base.record[0];
    comparison.head = head.record[0];
    comparison.verdict = VERDICT_INCONCLUSIVE;
    if (compared_info(quantity)->kind == COMPARED_TIME)
        return add_time(&base, &head, comparison, work->options, &work->times, comparisons, error);
    add_exact(&base, &head, comparison, work->options, comparisons);
    return true;
}

static bool differ(struct error *error, const struct record *a, const struct record *b,
                   const char *what, const char *before, const char *after)
{
    return error_set(error, EXIT_USAGE,
                     "not comparable: %s: %s was measured on %s \"%s\", in %s on \"%s\"", a->file,
                     a->id, what, before, b->file, after);
}

/* Whether two measurements of a case had the same input on the same machine. */
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
    bool models = a->cpu_model[0] != '\0' && b->cpu_model[0] != '\0';
    if (cpu && models && strcmp(a->cpu_model, b->cpu_model) != 0 && !counts_only)
        return differ(error, a, b, "the CPU", a->cpu_model, b->cpu_model);
    if (strcmp(a->driver, b->driver) != 0 && !counts_only)
        return differ(error, a, b, "the driver", a->driver, b->driver);
    return true;
}

static bool measured(const struct record *record)
{
    return strcmp(record->status, "ok") == 0;
}

/* Returns the number of failed records; `first` becomes the first failed record, or NULL. */
static int find_failed(const struct record *const *records, int64_t count,
                       const struct record **first)
{
    int failed = 0;
    *first = NULL;
    for (int64_t k = 0; k < count; k++)
        if (strcmp(records[k]->status, "failed") == 0 && failed++ == 0)
            *first = records[k];
    return failed;
}

/* Adds a case that failed in a new run. Does not add it if it also failed in all runs of the
 * base. */
static bool add_broken(struct work *work, const struct group *group)
{
    const struct record *failed, *before;
    const int64_t runs = group->count - group->base_count;
    const int failures = find_failed(group->record + group->base_count, runs, &failed);
    const int known = find_failed(group->record, group->base_count, &before);
    if (failures == 0 || (known > 0 && group->base_count == known))
        return false;
    struct comparison comparison = no_numbers(work->base.record[0], failed, -1, VERDICT_BROKEN);
    comparison.base_runs = (int)group->base_count;
    comparison.head_runs = (int)runs;
    comparison.failures = failures;
    add(work->comparisons, comparison);
    return true;
}

/* Finds the measured records; if no record is measured, finds the first record. */
static void find_runs(const struct record *const *records, int64_t count, struct runs *runs)
{
    runs->count = 0;
    for (int64_t k = 0; k < count; k++)
        if (measured(records[k]))
            runs->record[runs->count++] = records[k];
    if (runs->count == 0)
        runs->record[0] = count > 0 ? records[0] : NULL;
}

static bool compare_case(struct work *work, const struct group *group, struct error *error)
{
    const struct runs *base = &work->base;
    const struct runs *head = &work->head;
    find_runs(group->record, group->base_count, &work->base);
    find_runs(group->record + group->base_count, group->count - group->base_count, &work->head);
    const bool broken = add_broken(work, group);
    if (base->count == 0 && head->count == 0)
        return true;
    if (head->count == 0 && !broken)
        add(work->comparisons, no_numbers(base->record[0], head->record[0], -1, VERDICT_MISSING));
    if (base->count == 0 && !broken)
        add(work->comparisons, no_numbers(base->record[0], head->record[0], -1, VERDICT_NEW));
    if (base->count == 0)
        return true;
    for (int b = 0; b < base->count; b++)
        for (int n = 0; n < head->count; n++)
            if (!comparable(base->record[b], head->record[n], work->options->counts_only, error))
                return false;
    for (int q = 0; q < compared_count(); q++)
        if (!(work->options->counts_only && compared_info(q)->kind == COMPARED_TIME) &&
            !compare_quantity_of(work, q, error))
            return false;
    return true;
}

/*
 * Counts the runs that have cases of each backend. EXIT_USAGE for a history, which has no schema
 * version.
 */
static bool count_runs(const struct records *records, int count[BACKENDS], struct error *error)
{
    const char *file[BACKENDS] = {NULL};
    for (int64_t k = 0; k < records->count; k++) {
        const struct record *record = &records->record[k];
        const int backend = backend_of(record);
        count[backend] += record->file != file[backend];
        file[backend] = record->file;
        if (isnan(record->schema_version))
            return error_set(
                error, EXIT_USAGE,
                "not comparable: %s has no schema version, so it is not a results file of a run",
                record->file);
    }
    return true;
}

/* A record with its side and its index in the results. */
struct found {
    const struct record *record;
    int side;
    int64_t order;
};

static int by_id(const void *a, const void *b)
{
    const struct found *one = a;
    const struct found *other = b;
    int order = strcmp(one->record->id, other->record->id);
    return order != 0 ? order : one->order < other->order ? -1 : one->order > other->order;
}

static int by_order(const void *a, const void *b)
{
    const struct group *one = a;
    const struct group *other = b;
    return one->order < other->order ? -1 : one->order > other->order;
}

/*
 * Groups all records by their case ids, in the order in which ids first occur. `record` and `group`
 * have room for all. Returns the number of groups.
 */
static int64_t group_records(struct found *found, int64_t count, const struct record **record,
                             struct group *group)
{
    int64_t groups = 0;
    qsort(found, (size_t)count, sizeof *found, by_id);
    for (int64_t k = 0; k < count; k++) {
        record[k] = found[k].record;
        if (k == 0 || strcmp(record[k]->id, record[k - 1]->id) != 0)
            group[groups++] = (struct group){.record = &record[k], .order = found[k].order};
        group[groups - 1].count++;
        group[groups - 1].base_count += found[k].side == 0;
    }
    qsort(group, (size_t)groups, sizeof *group, by_order);
    return groups;
}

static bool compare_groups(struct work *work, const struct group *group, int64_t groups,
                           int64_t records, struct error *error)
{
    int64_t most = records * compared_count();
    struct times *times = &work->times;
    const struct record **room = memory_new(4 * (records + 1), sizeof *room, "runs");
    bool good = true;
    times->ratio = memory_new(most, sizeof *times->ratio, "times");
    times->item = memory_new(most, sizeof *times->item, "times");
    times->median = memory_new(most, sizeof *times->median, "times");
    times->pool = memory_new(most, sizeof *times->pool, "times");
    work->base.record = room;
    work->head.record = room + records + 1;
    work->with_base = room + 2 * (records + 1);
    work->with_head = room + 3 * (records + 1);
    for (int64_t k = 0; k < groups && good; k++)
        good = compare_case(work, &group[k], error);
    if (good)
        decide_times(times, work->comparisons);
    find_as_fast(work->comparisons);
    free(room);
    free(times->ratio);
    free(times->item);
    free(times->median);
    free(times->pool);
    return good;
}

static int max_of(const int count[BACKENDS])
{
    return count[0] > count[1] ? count[0] : count[1];
}

static bool compare_all(const struct records *base, const struct records *head,
                        const struct compare_options *options, struct comparisons *comparisons,
                        struct error *error)
{
    int64_t count = base->count + head->count;
    struct work work = {.options = options, .comparisons = comparisons};
    struct found *found = memory_new(count, sizeof *found, "records");
    const struct record **record = memory_new(count, sizeof *record, "records");
    struct group *group = memory_new(count, sizeof *group, "records");
    bool good = count_runs(base, work.runs[0], error) && count_runs(head, work.runs[1], error);
    comparisons->base_runs = max_of(work.runs[0]);
    comparisons->head_runs = max_of(work.runs[1]);
    if (good) {
        for (int64_t k = 0; k < count; k++)
            found[k] = (struct found){.record = k < base->count ? &base->record[k]
                                                                : &head->record[k - base->count],
                                      .side = k >= base->count,
                                      .order = k};
        int64_t groups = group_records(found, count, record, group);
        good = compare_groups(&work, group, groups, count, error);
    }
    free(found);
    free(record);
    free(group);
    return good;
}

/* Whether a case or a quantity has a verdict for which both sides are needed. */
static bool any_compared(const struct comparisons *comparisons)
{
    bool any = false;
    for (int64_t k = 0; k < comparisons->count; k++) {
        const struct comparison *item = &comparisons->item[k];
        any = any || (item->base != NULL && item->verdict < VERDICT_MISSING);
    }
    return any;
}

bool compare_records(const struct records *base, const struct records *head,
                     const struct compare_options *options, struct comparisons *comparisons,
                     struct error *error)
{
    *comparisons = (struct comparisons){0};
    bool good = compare_all(base, head, options, comparisons, error);
    if (good && !any_compared(comparisons))
        good = error_set(error, EXIT_USAGE,
                         "not comparable: the results share no case that was measured");
    if (!good)
        compare_free(comparisons);
    return good;
}

int compare_exit_code(const struct comparisons *comparisons, bool strict)
{
    const int64_t *tally = comparisons->tally;
    if (tally[VERDICT_MORE] + tally[VERDICT_BROKEN] > 0)
        return COMPARE_MORE;
    bool open = tally[VERDICT_INCONCLUSIVE] + tally[VERDICT_MISSING] > 0;
    return comparisons->missing > COMPARE_MISSING * comparisons->expected || (strict && open)
               ? COMPARE_INCONCLUSIVE
               : EXIT_OK;
}

const char *compare_quantity(const struct comparison *comparison)
{
    return comparison->quantity < 0 ? "case" : compared_info(comparison->quantity)->name;
}

const char *compare_unit(const struct comparison *comparison)
{
    return comparison->quantity < 0 ? "" : compared_info(comparison->quantity)->unit;
}

const char *compare_verdict(const struct comparison *comparison)
{
    bool time = strcmp(compare_unit(comparison), "ns") == 0;
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
