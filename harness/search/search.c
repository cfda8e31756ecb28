#include "harness/search/search.h"

#include "harness/base/memory.h"
#include "harness/search/halving.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    TRIALS = 512,
    LONGEST = 8, /* longest time of a trial, as a multiple of the first */
    BATCH = 2    /* smallest number of trials that are prepared or measured together */
};

/*
 * Other starting points are measured after the first ones, if they can begin within this fraction
 * of the time that then remains.
 */
static const double start_share = 0.7;

struct search {
    const struct space *spaces;
    int count;
    const struct search_means *means;
    struct trial *trial; /* array of TRIALS trials; the measured ones come first */
    int trials;
    struct trial **best; /* best trial of each space */
    bool *in;            /* true for each space that is still part of the search */
    double start, end;   /* start and end time of the search */
    double reserve;      /* seconds after `end`, for measuring the two fastest trials once more */
    double overhead;     /* seconds per trial of the last round in addition to the timing */
};

static double now(const struct search *search)
{
    return search->means->now(search->means->context);
}

/*
 * Returns the fastest space that is not `done`, the first if several are equal. There must be one.
 */
static int fastest_of(const struct search *search, const bool *done)
{
    int fastest = 0;
    for (int k = 1; k < search->count; k++)
        if (!done[k] && (done[fastest] || estimate_faster(&search->best[k]->estimate,
                                                          &search->best[fastest]->estimate)))
            fastest = k;
    return fastest;
}

/* Returns the seconds for measuring the two fastest trials once more. */
static double seconds_again(const struct search *search)
{
    bool done[search->count];
    double seconds = 0;
    if (search->means->again == NULL)
        return 0;
    memset(done, 0, sizeof done);
    for (int k = 0; k < 2 && k < search->count; k++) {
        const int space = fastest_of(search, done);
        done[space] = true;
        seconds += search->means->again(search->means->context, search->best[space]);
    }
    return seconds;
}

/*
 * Returns the time at which the search has to end, estimated from the trials so far and limited by
 * `end`.
 */
static double end_of(const struct search *search, double end)
{
    const double again = seconds_again(search), latest = search->end + search->reserve;
    return again > (latest - search->start) / 2 ? latest : fmin(end, latest - again);
}

static bool is_tried(const struct search *search, int space, const struct point *point)
{
    for (int k = 0; k < search->trials; k++)
        if (search->trial[k].space == space && search->trial[k].ready &&
            point_same(&search->trial[k].point, point))
            return true;
    return false;
}

/* Returns the number of trials, of `count`, that are prepared together. */
static int batch_of(const struct search *search, int count)
{
    const int together = search->means->together > BATCH ? search->means->together : BATCH;
    return together < count ? together : count;
}

/* Prepares trials in batches, until a time. */
static bool prepare(const struct search *search, struct trial **pool, int count, double until,
                    struct error *error)
{
    const struct search_means *means = search->means;
    for (int done = 0, batch; done < count; done += batch) {
        batch = batch_of(search, count - done);
        for (int k = done; k < done + batch; k++)
            pool[k]->ready = means->prepare == NULL;
        if (means->prepare != NULL && now(search) < until &&
            !means->prepare(means->context, pool + done, batch, until, error))
            return false;
    }
    return true;
}

/* Measures trials until the time `until`. *overhead gets the seconds per trial beyond `seconds`. */
static bool measure(struct search *search, struct trial **pool, int count, double seconds,
                    double until, double *overhead, struct error *error)
{
    double start = now(search);
    if (!search->means->measure(search->means->context, pool, count, seconds, until, error))
        return false;
    *overhead = fmax(0, (now(search) - start) / count - seconds);
    return true;
}

/*
 * Updates the best trial of each space from trials of the same round; trials of different rounds
 * are not comparable.
 */
static void take_best(struct search *search, struct trial **pool, int count)
{
    for (int k = 0; k < count; k++) {
        struct trial **best = &search->best[pool[k]->space];
        if (estimate_faster(&pool[k]->estimate, &(*best)->estimate))
            *best = pool[k];
    }
}

static void halve(struct search *search)
{
    struct estimate estimates[search->count];
    for (int k = 0; k < search->count; k++)
        estimates[k] = search->best[k]->estimate;
    halving_keep(estimates, search->in, search->count);
}

/* Adds the untried neighbors of the best point of a space to a pool of at most `most` trials. */
static int add_neighbors(struct search *search, int space, struct trial **pool, int count, int most)
{
    struct point neighbors[SPACE_NEIGHBORS];
    int found = space_neighbors(&search->spaces[space], &search->best[space]->point, neighbors);
    for (int k = 0; k < found && count < most && search->trials < TRIALS; k++) {
        if (is_tried(search, space, &neighbors[k]))
            continue;
        struct trial *trial = &search->trial[search->trials++];
        *trial = (struct trial){space, neighbors[k], estimate_unknown, false};
        pool[count++] = trial;
    }
    return count;
}

/*
 * Fills a pool with the best points of the remaining spaces. Adds as many of their untried
 * neighbors as there is time for, beginning with the fastest space. Removes the slow spaces for
 * which no time is left. Returns the number of neighbors.
 */
static int propose(struct search *search, double seconds, struct trial **pool, int *incumbents)
{
    const int times = search->means->prepare != NULL ? 2 : 1;
    const double each = fmax(seconds + times * search->overhead, 1e-3);
    const double left = end_of(search, search->end) - now(search);
    const int most = (int)fmin(left > 0 ? fmax(left / each, BATCH) : 0, TRIALS);
    struct trial **neighbors = pool + search->count;
    bool done[search->count];
    int remaining = 0, count = 0;
    for (int k = 0; k < search->count; k++) {
        done[k] = !search->in[k];
        remaining += search->in[k];
    }
    *incumbents = 0;
    for (int turn = 0; turn < remaining; turn++) {
        const int space = fastest_of(search, done);
        done[space] = true;
        search->in[space] = *incumbents + count < most;
        if (!search->in[space])
            continue;
        pool[(*incumbents)++] = search->best[space];
        count = add_neighbors(search, space, neighbors, count, most - *incumbents);
    }
    memmove(pool + *incumbents, neighbors, (size_t)count * sizeof *pool);
    return count;
}

/*
 * Prepares `count` neighbors, which are the newest trials, until a time. Drops neighbors that are
 * not ready; they count as untried. Sets *ready to the number of ready neighbors.
 */
static bool drop_late(struct search *search, struct trial **neighbors, int count, double until,
                      int *ready, struct error *error)
{
    if (!prepare(search, neighbors, count, until, error))
        return false;
    *ready = 0;
    for (int k = 0; k < count; k++)
        if (neighbors[k]->ready)
            *neighbors[(*ready)++] = *neighbors[k];
    search->trials -= count - *ready;
    return true;
}

/* Returns the number of untried neighbors that the fastest point has. */
static int count_untried(const struct search *search)
{
    const struct trial *fastest = search->best[0];
    for (int k = 1; k < search->count; k++)
        if (estimate_faster(&search->best[k]->estimate, &fastest->estimate))
            fastest = search->best[k];
    struct point neighbors[SPACE_NEIGHBORS];
    int found = space_neighbors(&search->spaces[fastest->space], &fastest->point, neighbors);
    int untried = 0;
    for (int k = 0; k < found; k++)
        untried += !is_tried(search, fastest->space, &neighbors[k]);
    return untried;
}

/* Whether a trial was not measured for lack of time. */
static bool is_open(const struct trial *trial)
{
    return !trial->ready && !estimate_known(&trial->estimate);
}

/* Puts unmeasured starting points into a pool, as many as are prepared together. */
static int next_starts(const struct search *search, struct trial **pool)
{
    int count = 0;
    for (int k = 0; k < search->count; k++)
        if (is_open(&search->trial[k]))
            pool[count++] = &search->trial[k];
    return batch_of(search, count);
}

static bool any_ready(struct trial *const *pool, int count)
{
    int k = 0;
    while (k < count && !pool[k]->ready)
        k++;
    return k < count;
}

/*
 * Prepares and measures starting points in batches that begin before a time, but at least one
 * batch. They may use the reserve. *more becomes false if the time was up before any point of the
 * last batch. The overhead is set for the fastest points, because their neighbors come next.
 */
static bool begin(struct search *search, double first, struct trial **pool, double until,
                  bool *more, struct error *error)
{
    double overhead = 0;
    *more = true;
    for (int count; *more && (count = next_starts(search, pool)) > 0;) {
        const double end = end_of(search, search->end + search->reserve);
        if (isfinite(search->overhead) && now(search) >= fmin(until, end))
            break;
        if (!prepare(search, pool, count, end, error))
            return false;
        *more = any_ready(pool, count);
        if (*more && !measure(search, pool, count, first, end, &overhead, error))
            return false;
        *more = *more && any_ready(pool, count);
        if (*more)
            search->overhead = fmin(search->overhead, overhead);
        for (int k = 0; k < count; k++)
            search->in[pool[k]->space] = true;
    }
    return true;
}

/*
 * Measures some starting points, including the preparation of particles. Then measures as many
 * others as there is time for.
 */
static bool begin_all(struct search *search, double first, struct trial **pool, bool *more,
                      struct error *error)
{
    if (!begin(search, first, pool, search->start, more, error))
        return false;
    const double start = now(search), until = start + start_share * (search->end - start);
    return !*more || begin(search, first, pool, until, more, error);
}

/*
 * Runs the rounds: first the starting points, then the neighbors of the best points of the
 * remaining spaces. Each round has twice the time per trial. If there is time, starting points that
 * were left out are measured at the end.
 */
static bool climb(struct search *search, double first, struct trial **pool,
                  struct search_result *result, struct error *error)
{
    double seconds = 2 * first;
    bool more;
    if (!begin_all(search, first, pool, &more, error))
        return false;
    halve(search);
    result->start = now(search) - search->start;
    for (result->rounds = 1; isfinite(search->overhead); result->rounds++) {
        int incumbents, neighbors = propose(search, seconds, pool, &incumbents);
        const double end = end_of(search, search->end);
        const double last = end - (incumbents + neighbors) * (seconds + search->overhead);
        /*
         * half of the remaining time, because the kernels of starting points may already be
         * compiled
         */
        const double half = (now(search) + end) / 2;
        if (!drop_late(search, pool + incumbents, neighbors, fmax(last, half), &neighbors, error))
            return false;
        if (neighbors > 0) {
            if (!measure(search, pool, incumbents + neighbors, seconds, end, &search->overhead,
                         error))
                return false;
            take_best(search, pool, incumbents + neighbors);
            halve(search);
            seconds = fmin(2 * seconds, LONGEST * first);
        } else {
            const double latest = end_of(search, search->end + search->reserve);
            if (now(search) >= latest || next_starts(search, pool) == 0)
                return true;
            if (!begin(search, first, pool, latest, &more, error))
                return false;
            halve(search);
            if (!more)
                return true;
        }
    }
    return true;
}

bool search_run(const struct space *spaces, int count, const struct search_options *options,
                const struct search_means *means, struct search_result *result, struct error *error)
{
    assert(0 < count && count <= TRIALS);
    struct search search = {.spaces = spaces, .count = count, .means = means};
    search.start = now(&search);
    search.end = search.start + options->seconds;
    search.reserve = options->reserve;
    search.overhead = INFINITY;
    search.trials = count;
    search.trial = memory_new(TRIALS, sizeof *search.trial, "a search");
    search.best = memory_new(count, sizeof *search.best, "a search");
    search.in = memory_new(count, sizeof *search.in, "a search");
    struct trial **pool = memory_new(TRIALS, sizeof *pool, "a search");
    *result = (struct search_result){.best = result->best};
    for (int k = 0; k < count; k++) {
        search.trial[k] = (struct trial){k, spaces[k].start, estimate_unknown, false};
        search.best[k] = &search.trial[k];
    }
    const bool good = climb(&search, options->first, pool, result, error);
    if (good) {
        for (int k = 0; k < count; k++)
            result->left_out += is_open(&search.trial[k]);
        result->measured = search.trials - result->left_out;
        result->overhead = search.overhead;
        result->untried = count_untried(&search);
        result->converged = result->left_out == 0 && result->untried == 0;
    }
    for (int k = 0; good && k < count; k++)
        result->best[k] = *search.best[k];
    free(pool);
    free(search.in);
    free(search.best);
    free(search.trial);
    return good;
}
