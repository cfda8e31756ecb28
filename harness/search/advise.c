#include "harness/search/advise.h"

#include "harness/base/clock.h"
#include "harness/base/memory.h"
#include "harness/report/verdicts/trust.h"
#include "harness/search/trials.h"
#include "harness/timing/ratio.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/*
 * Fraction of the time for measuring the best case of each strategy once more; fraction for a
 * reserve. Seconds per trial in the first round; minimum seconds per trial in the last round.
 */
static const double last_share = 0.2, reserve_share = 0.1, first_seconds = 0.1,
                    fewest_seconds = 0.05;

/* Largest number of particles for a replay of lanes; more would take too long. */
enum { LANES_QUICK = 40000 };

/* Minimum number of strategies that are measured once more, and largest number of passes for it. */
enum { FEWEST = 2, PASSES = 2 };

static bool nothing_timed(const struct bench *bench, struct error *error)
{
    bench_nothing_timed(bench, error);
    return error_prefix(error, "no strategy could be timed");
}

/* Ranks cases, each by its last record. */
static bool place(const struct bench *bench, const struct case_spec *specs, int count,
                  struct placings *placings, struct error *error)
{
    placings->count = 0;
    for (int k = 0; k < count; k++) {
        struct placing row = {.others = {NULL}};
        if (!bench_find(bench, &specs[k], &row.record))
            continue;
        row.time = bench_estimate(bench_timing(&row.record, bench->step));
        placings_put(placings, &row);
    }
    return placings->count > 0 || nothing_timed(bench, error);
}

/*
 * Whether another pass may help to decide which strategy is the fastest. The machine may then be
 * less busy.
 */
static bool is_worth_another(const struct placings *placings, bool step)
{
    const struct placing *doubted = placings_doubted(placings, step);
    return doubted != NULL &&
           trust_faults(&doubted->record, bench_timing(&doubted->record, step)) != TRUST_FEW;
}

static int by_time(const void *a, const void *b)
{
    const struct estimate *first = &((const struct trial *)a)->estimate;
    const struct estimate *second = &((const struct trial *)b)->estimate;
    return estimate_faster(second, first) - estimate_faster(first, second);
}

static struct case_spec best_spec(const struct advice *advice, int k)
{
    return candidates_spec(&advice->candidates[advice->best[k].space], &advice->best[k].point);
}

/*
 * Sorts the best cases of the strategies by time, the fastest first. Copies as many to `specs` as
 * can be measured in `seconds`, but at least FEWEST, and returns their number. *fewest becomes the
 * seconds for measuring FEWEST of them.
 */
static int choose(const struct bench *bench, struct advice *advice, double seconds,
                  struct case_spec *specs, double *fewest)
{
    qsort(advice->best, (size_t)advice->count, sizeof *advice->best, by_time);
    int count = 0;
    *fewest = 0;
    for (; count < advice->count && estimate_known(&advice->best[count].estimate); count++) {
        const struct case_spec spec = best_spec(advice, count);
        const double again = fewest_seconds + bench_again(bench, &spec);
        seconds -= again;
        if (count >= FEWEST && seconds < 0)
            break;
        *fewest += count < FEWEST ? again : 0;
        specs[count] = spec;
    }
    return count;
}

/*
 * Measures the best case of each strategy in turns, in half of the remaining time. Measures again
 * if times cannot be trusted and there is time. If there is no time at all, ranks the cases by the
 * search.
 */
static bool rank(struct bench *bench, struct advice *advice, double until, struct error *error)
{
    struct case_spec *specs = memory_new(advice->count, sizeof *specs, "strategies");
    double fewest;
    const double start = clock_seconds(), half = (until - start) / 2;
    const int count = choose(bench, advice, half, specs, &fewest);
    const double each = fmin(fmax(fewest_seconds, half / count - advice->search.overhead), 1);
    bool good = true, again = count > 0 && start + fewest < until;
    bench->lanes = count > 0 && specs[0].system.n <= LANES_QUICK;
    bench->until = until;
    for (int pass = 0; pass < PASSES && again && good; pass++) {
        good = bench_measure(bench, specs, count, each, error) &&
               place(bench, specs, count, &advice->placings, error);
        advice->compared = advice->compared || (!bench->late && advice->placings.count == count);
        again =
            2 * clock_seconds() - start < until && is_worth_another(&advice->placings, bench->step);
    }
    bench->until = 0;
    bench->lanes = false;
    good = good &&
           (advice->placings.count > 0 || place(bench, specs, count, &advice->placings, error));
    free(specs);
    return good;
}

/* Finds the candidates of each case. Strategies that are often the fastest come first. */
static void order(const struct case_spec *specs, int count, struct candidates *candidates)
{
    int made = 0;
    for (int often = 1; often >= 0; often--)
        for (int k = 0; k < count; k++)
            if (specs[k].strategy->often_fastest == often)
                candidates_of(&specs[k], false, &candidates[made++]);
}

bool advise_measure(struct bench *bench, const struct case_spec *specs, int count, double seconds,
                    struct advice *advice, struct error *error)
{
    const double start = clock_seconds();
    *advice = (struct advice){.count = count};
    advice->candidates = memory_new(count, sizeof *advice->candidates, "a search");
    advice->best = memory_new(count, sizeof *advice->best, "a search");
    struct space *spaces = memory_new(count, sizeof *spaces, "a search");
    order(specs, count, advice->candidates);
    for (int k = 0; k < count; k++)
        spaces[k] = advice->candidates[k].space;
    const struct search_options options = {
        .seconds = (1 - last_share - reserve_share) * seconds,
        .first = fmin(first_seconds, seconds / (4 * count)),
        .reserve = last_share * seconds,
    };
    struct trials trials = {.bench = bench, .candidates = advice->candidates};
    const struct search_means means = trials_means(&trials);
    advice->search.best = advice->best;
    const bool good = search_run(spaces, count, &options, &means, &advice->search, error) &&
                      rank(bench, advice, start + (1 - reserve_share) * seconds, error);
    advice->seconds = clock_seconds() - start;
    advice->reason = bench->reason;
    free(spaces);
    return good;
}

/* --- comparison with a full sweep --- */

enum { CHUNK = 64, FINALISTS = 6 };

static const double sweep_seconds = 0.03, final_seconds = 0.25, duel_seconds = 1;

struct finalist {
    struct case_spec spec;
    struct estimate time;
};

/* Stores the fastest of the measured cases, sorted by time. */
static void keep(struct finalist finalists[FINALISTS], const struct case_spec *spec,
                 const struct estimate *time)
{
    int k = FINALISTS;
    while (k > 0 && estimate_faster(time, &finalists[k - 1].time)) {
        k--;
        if (k + 1 < FINALISTS)
            finalists[k + 1] = finalists[k];
    }
    if (k < FINALISTS)
        finalists[k] = (struct finalist){*spec, *time};
}

static bool measure_some(struct bench *bench, const struct case_spec *specs, int count,
                         double seconds, struct finalist finalists[FINALISTS], struct error *error)
{
    if (!bench_measure(bench, specs, count, seconds, error))
        return false;
    for (int k = 0; k < count; k++) {
        struct record record;
        if (!bench_record(bench, k, &record))
            continue;
        const struct estimate time = bench_estimate(bench_timing(&record, bench->step));
        keep(finalists, &specs[k], &time);
    }
    return true;
}

static void clear(struct finalist finalists[FINALISTS])
{
    for (int k = 0; k < FINALISTS; k++)
        finalists[k].time = estimate_unknown;
}

/* Measures all settings of all strategies, in chunks that fit into `specs`. */
static bool sweep(struct bench *bench, const struct advice *advice, struct case_spec *specs,
                  struct finalist finalists[FINALISTS], int64_t *settings, struct error *error)
{
    int filled = 0;
    for (int k = 0; k < advice->count; k++) {
        const struct candidates *candidates = &advice->candidates[k];
        int64_t points = space_points(&candidates->space);
        for (int64_t number = 0; number < points; number++, ++*settings) {
            const struct point point = space_point(&candidates->space, number);
            specs[filled++] = candidates_spec(candidates, &point);
            if (filled < CHUNK)
                continue;
            if (!measure_some(bench, specs, filled, sweep_seconds, finalists, error))
                return false;
            filled = 0;
        }
    }
    return filled == 0 || measure_some(bench, specs, filled, sweep_seconds, finalists, error);
}

/* Returns the advised case: the best setting of the strategy in the first place. */
static struct case_spec advised_spec(const struct advice *advice)
{
    int k = 0;
    while (strcmp(advice->candidates[advice->best[k].space].base->strategy->name,
                  advice->placings.row[0].record.strategy) != 0)
        k++;
    return best_spec(advice, k);
}

bool advise_check(struct bench *bench, const struct advice *advice, struct advice_check *check,
                  struct error *error)
{
    struct finalist finalists[FINALISTS];
    *check = (struct advice_check){.advised = advised_spec(advice)};
    struct case_spec *specs = memory_new(CHUNK, sizeof *specs, "a sweep");
    clear(finalists);
    bool good = sweep(bench, advice, specs, finalists, &check->settings, error);
    int count = 0;
    for (; good && count < FINALISTS && estimate_known(&finalists[count].time); count++)
        specs[count] = finalists[count].spec;
    clear(finalists);
    good = good && measure_some(bench, specs, count, final_seconds, finalists, error);
    good = good && (estimate_known(&finalists[0].time) || nothing_timed(bench, error));
    if (good)
        check->best = finalists[0].spec;
    /* repeat while the interval contains the bound, because more samples may change that */
    for (int tries = 0; good && tries < 3; tries++) {
        good = bench_compare(bench, &check->best, &check->advised, ldexp(duel_seconds, tries),
                             &check->ratio, error);
        if (check->ratio.high <= advise_allowed || check->ratio.low > advise_allowed)
            break;
    }
    memcpy(check->doubt, bench->doubt, sizeof check->doubt);
    free(specs);
    return good;
}

void advice_free(struct advice *advice)
{
    free(advice->candidates);
    free(advice->best);
    *advice = (struct advice){.count = 0};
}
