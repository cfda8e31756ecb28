#include "harness/timing/run_ratio.h"

#include "harness/base/ascending.h"
#include "harness/base/memory.h"
#include "harness/timing/moderation.h"
#include "harness/timing/student.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double comparison_level = 0.01; /* one-sided level of a single comparison */
static const double sweep_level = 0.02;      /* one-sided level of all comparisons together */
static const double same_level = 0.025;      /* one-sided level of a 95 % interval */
/* minimum relative deviation of a run, because of the resolution of clocks */
static const double least_deviation = 1e-4;
enum {
    ENOUGH_FREEDOM = 20, /* degrees of freedom that a pool needs to be paired, because pairing
                          * halves them */
    ENOUGH_CASES = 20,   /* minimum number of cases in a pool for a comparison of quartiles */
};

/* Estimate of the logarithm of a ratio. */
struct estimate {
    double *value;    /* logarithms of the runs, base first, or of the ratios of turns. Later
                       * replaced by deviations from the mean of their side */
    int values, side; /* number of values; number of the base's values, 0 for turns */
    double log_ratio;
    double variance; /* variance of a single value */
    double freedom;  /* degrees of freedom of the variance; 0: unknown */
    double scale;    /* variance of log_ratio divided by a value's variance */
    double error;    /* standard error of log_ratio, from the moderated variance */
};

/* A pool and its cases, while it is computed. */
struct pool {
    int number;
    const struct run_ratio *cases;
    struct estimate *estimates;
    int64_t count;
    double *scratch;         /* memory for one number per case, and for one number per run of a
                              * case */
    bool paired;             /* true if runs are compared in pairs */
    bool trimmed;            /* true if means leave out the extreme runs */
    int64_t members;         /* number of cases with a known variance */
    double freedom;          /* degrees of freedom of a case's variance */
    double median, quartile; /* median and third quartile of the cases' variances */
    struct moderation common;
};

static bool is_in(const struct pool *pool, int64_t c)
{
    return pool->cases[c].pool == pool->number;
}

/* Whether the runs of a pool can be compared in pairs: it has enough turns. */
static bool has_pairs(const struct pool *pool)
{
    int64_t freedom = 0;
    for (int64_t c = 0; c < pool->count; c++) {
        if (!is_in(pool, c))
            continue;
        if (!pool->cases[c].turns)
            return false;
        freedom += pool->cases[c].new_runs - 1;
    }
    return freedom >= ENOUGH_FREEDOM;
}

/* Returns how many of `count` values the mean leaves out at each end. */
static int cut_of(const struct pool *pool, int count)
{
    return pool->trimmed && count > 0 ? (count - 1) / 4 : 0;
}

static void take_values(const struct pool *pool, const struct run_ratio *item, struct estimate *e)
{
    bool paired = pool->paired;
    e->side = paired ? 0 : item->base_runs;
    e->values = e->side + item->new_runs;
    for (int k = 0; k < e->side; k++)
        e->value[k] = log(item->base[k]);
    for (int k = 0; k < item->new_runs; k++)
        e->value[e->side + k] = log(paired ? item->new[k] / item->base[k] : item->new[k]);
    bool enough = item->base_runs >= RUN_FEWEST && item->new_runs >= RUN_FEWEST;
    int cut = 2 * (cut_of(pool, e->side) + cut_of(pool, item->new_runs));
    e->freedom = enough            ? e->values - cut - (paired ? 1 : 2)
                 : item->noise > 0 ? item->noise_runs - 1
                                   : 0;
    e->scale = paired ? 1. / item->new_runs : 1. / item->base_runs + 1. / item->new_runs;
}

/*
 * Returns the mean of `count` values without the `cut` smallest and largest. Replaces the values by
 * winsorized deviations. They are scaled so that their variance divided by `count` equals this
 * mean's variance. `sorted` is memory for a copy of the values.
 */
static double subtract_mean(double *value, int count, int cut, double *sorted)
{
    if (count == 0)
        return 0;
    double kept = count - 2 * cut, trimmed = 0, mean = 0;
    memcpy(sorted, value, (size_t)count * sizeof *value);
    qsort(sorted, (size_t)count, sizeof *sorted, ascending);
    for (int k = cut; k < count - cut; k++)
        trimmed += sorted[k] / kept;
    for (int k = 0; k < count; k++) {
        value[k] = fmin(fmax(value[k], sorted[cut]), sorted[count - 1 - cut]);
        mean += value[k] / count;
    }
    for (int k = 0; k < count; k++)
        value[k] = (value[k] - mean) * sqrt(count / kept);
    return trimmed;
}

/* Estimates a ratio and the variance of its runs. */
static void estimate_case(const struct pool *pool, const struct run_ratio *item, struct estimate *e)
{
    take_values(pool, item, e);
    int after = e->values - e->side;
    double *sorted = pool->scratch + pool->count;
    double base = subtract_mean(e->value, e->side, cut_of(pool, e->side), sorted);
    double new = subtract_mean(e->value + e->side, after, cut_of(pool, after), sorted);
    double squares = 0;
    for (int k = 0; k < e->values; k++)
        squares += e->value[k] * e->value[k];
    double calibrated = item->noise * item->noise * (pool->paired ? 2 : 1);
    e->log_ratio = new - base;
    e->variance = fmax(fmax(squares / fmax(e->freedom, 1), calibrated), pow(least_deviation, 2));
}

/*
 * Returns the mean correlation r of the values of a pool's cases. It uses that the mean over m
 * cases of deviations with variance 1 has the variance (1 + (m - 1) r) / m.
 */
static double correlation_of(const struct pool *pool)
{
    double members = (double)pool->members, squares = 0;
    int values = 1;
    for (int k = 0; k < values; k++) {
        double sum = 0;
        for (int64_t c = 0; c < pool->count; c++) {
            const struct estimate *e = &pool->estimates[c];
            if (!is_in(pool, c) || e->freedom <= 0)
                continue;
            values = e->values;
            sum += e->value[k] / sqrt(e->variance);
        }
        squares += sum / members * sum / members;
    }
    return fmin(fmax((members * squares / pool->freedom - 1) / fmax(members - 1, 1), 0), 1);
}

/* Estimates the ratios of a pool, and the common distribution of their variances. */
static void estimate_cases(struct pool *pool)
{
    struct moderation_sums sums = {0};
    pool->freedom = 0;
    for (int64_t c = 0; c < pool->count; c++) {
        struct estimate *e = &pool->estimates[c];
        if (!is_in(pool, c))
            continue;
        estimate_case(pool, &pool->cases[c], e);
        if (e->freedom <= 0)
            continue;
        pool->freedom = fmax(pool->freedom, e->freedom);
        pool->scratch[sums.count] = e->variance;
        moderation_add(&sums, e->variance);
    }
    pool->members = sums.count;
    if (sums.count == 0)
        return;
    qsort(pool->scratch, (size_t)sums.count, sizeof *pool->scratch, ascending);
    pool->median = pool->scratch[sums.count / 2];
    pool->quartile = pool->scratch[sums.count * 3 / 4];
    pool->common = moderation_of(&sums, pool->freedom);
}

/*
 * Estimates the ratios of a pool from trimmed means, or from plain means if these are as accurate.
 */
static void choose_means(struct pool *pool)
{
    pool->trimmed = false;
    estimate_cases(pool);
    if (pool->members < ENOUGH_CASES)
        return;
    double plain = pool->quartile;
    pool->trimmed = true;
    estimate_cases(pool);
    if (2 * pool->quartile < plain)
        return;
    pool->trimmed = false;
    estimate_cases(pool);
}

/* Estimates the ratios of a pool with moderated variances. */
static void estimate_pool(struct pool *pool)
{
    pool->paired = has_pairs(pool);
    choose_means(pool);
    if (pool->members == 0)
        return;
    double members = (double)pool->members;
    double most = members * pool->freedom / (1 + (members - 1) * pow(correlation_of(pool), 2));
    for (int64_t c = 0; c < pool->count; c++) {
        struct estimate *e = &pool->estimates[c];
        if (!is_in(pool, c) || e->freedom <= 0)
            continue;
        const struct moderation *common = &pool->common;
        double share =
            isinf(common->freedom) ? 1 : common->freedom / (common->freedom + e->freedom);
        double variance = share * common->variance + (1 - share) * e->variance;
        e->error = sqrt(fmax(variance, pool->median) * e->scale);
        e->freedom = fmin(common->freedom + e->freedom, most);
    }
}

static double tail_beyond(const struct run_ratio *item, const struct estimate *estimate)
{
    double beyond = (fabs(estimate->log_ratio) - log1p(item->threshold)) / estimate->error;
    return beyond > 0 ? student_tail(beyond, estimate->freedom) : 1;
}

/*
 * Returns the level that decides whether ratios are beyond their thresholds. It is the level that
 * the largest possible number of ratios satisfies.
 */
static double level_of(const double *sorted, int64_t count)
{
    for (int64_t k = count; k > 1; k--) {
        double level = fmin(comparison_level, sweep_level * (double)k / (double)count);
        if (sorted[k - 1] <= level)
            return level;
    }
    return fmin(comparison_level, sweep_level / (double)count);
}

static void set_interval(struct run_ratio *item, const struct estimate *estimate, double level)
{
    double reach = student_quantile(level, estimate->freedom) * estimate->error;
    item->low = exp(estimate->log_ratio - reach);
    item->high = exp(estimate->log_ratio + reach);
    item->confidence = 1 - 2 * level;
}

/* Estimates the number of runs per side that would decide this ratio. */
static int runs_needed(const struct run_ratio *item, const struct estimate *estimate, double level)
{
    double beyond = fabs(estimate->log_ratio) - log1p(item->threshold);
    double spread = estimate->error / sqrt(estimate->scale) * (estimate->side > 0 ? sqrt(2) : 1);
    double reach = student_quantile(beyond > 0 ? level : same_level, estimate->freedom) * spread;
    double needed = pow(reach / beyond, 2);
    if (!(needed < RUN_NEEDED_MOST))
        return RUN_NEEDED_MOST + 1;
    int fewest = item->new_runs < RUN_FEWEST ? RUN_FEWEST : item->new_runs + 1;
    return needed > fewest ? (int)ceil(needed) : fewest;
}

static void decide(struct run_ratio *item, const struct estimate *estimate, double level)
{
    item->ratio = exp(estimate->log_ratio);
    item->low = 0;
    item->high = INFINITY;
    item->confidence = 1;
    item->verdict = RUN_UNKNOWN;
    item->needed = 0;
    if (estimate->freedom <= 0)
        return;
    set_interval(item, estimate, level);
    double above = 1 + item->threshold;
    if (item->low > above || item->high < 1 / above) {
        item->verdict = item->low > above ? RUN_SLOWER : RUN_FASTER;
        return;
    }
    struct run_ratio plain = *item;
    set_interval(&plain, estimate, same_level);
    if (plain.low >= 1 / above && plain.high <= above) {
        *item = plain;
        item->verdict = RUN_SAME;
    } else {
        item->needed = runs_needed(item, estimate, level);
    }
}

/* Decides all cases at the level of the sweep. `tails` is memory for a number per case. */
static void decide_all(struct run_ratio *cases, const struct estimate *estimates, int64_t count,
                       double *tails)
{
    int64_t tested = 0;
    for (int64_t c = 0; c < count; c++)
        if (estimates[c].freedom > 0)
            tails[tested++] = tail_beyond(&cases[c], &estimates[c]);
    qsort(tails, (size_t)tested, sizeof *tails, ascending);
    double level = level_of(tails, tested > 0 ? tested : 1);
    for (int64_t c = 0; c < count; c++)
        decide(&cases[c], &estimates[c], level);
}

void run_ratios(struct run_ratio *cases, int64_t count, int pools)
{
    int64_t runs = 0;
    for (int64_t c = 0; c < count; c++)
        runs += cases[c].base_runs + cases[c].new_runs;
    struct estimate *estimates = memory_new(count, sizeof *estimates, "ratios");
    double *values = memory_new(2 * runs + count, sizeof *values, "ratios");
    double *value = values;
    for (int64_t c = 0; c < count; c++) {
        estimates[c] = (struct estimate){.value = value};
        value += cases[c].base_runs + cases[c].new_runs;
    }
    struct pool pool = {.cases = cases, .estimates = estimates, .count = count, .scratch = value};
    for (pool.number = 0; pool.number < pools; pool.number++)
        estimate_pool(&pool);
    decide_all(cases, estimates, count, value);
    free(estimates);
    free(values);
}
