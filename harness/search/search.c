#include "harness/search/search.h"

#include "harness/base/memory.h"
#include "harness/search/halving.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    TRIALS = 512,
    LONGEST = 8, /* longest time of a trial, in units of the first time */
    BATCH = 2    /* fewest trials that are prepared together, or measured */
};

/* Share of the time in which the starts are prepared. */
static const double start_share = 0.7;

struct search {
    const struct space *spaces;
    int count;
    const struct search_means *means;
    struct trial *trial; /* array of TRIALS trials, measured ones first */
    int trials;
    struct trial **best; /* best trials of each space */
    bool *in;            /* true for spaces that are still in the search */
    double end;          /* time when the search ends */
    double overhead;     /* seconds of a trial of the last round in addition to the timing */
};

static double now(const struct search *search)
{
    return search->means->now(search->means->context);
}

static bool is_tried(const struct search *search, int space, const struct point *point)
{
    for (int k = 0; k < search->trials; k++)
        if (search->trial[k].space == space && search->trial[k].ready &&
            point_same(&search->trial[k].point, point))
            return true;
    return false;
}

/* Returns how many of `count` trials are prepared together. */
static int batch_of(const struct search *search, int count)
{
    const int together = search->means->together > BATCH ? search->means->together : BATCH;
    return together < count ? together : count;
}

/* Prepares trials in batches up to a time. */
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

/* Measures trials up to a time; returns the seconds of each in addition to the timing. */
static bool measure(struct search *search, struct trial **pool, int count, double seconds,
                    double until, double *overhead, struct error *error)
{
    double start = now(search);
    if (!search->means->measure(search->means->context, pool, count, seconds, until, error))
        return false;
    *overhead = fmax(0, (now(search) - start) / count - seconds);
    return true;
}

/* Takes the best trial of each space from those of the same round; others are not comparable. */
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

/* Returns the fastest space that is not done, the first of equals; there has to be one. */
static int fastest_of(const struct search *search, const bool *done)
{
    int fastest = 0;
    for (int k = 1; k < search->count; k++)
        if (!done[k] && (done[fastest] || estimate_faster(&search->best[k]->estimate,
                                                          &search->best[fastest]->estimate)))
            fastest = k;
    return fastest;
}

/* Adds the untried neighbors of the best point of a space to a pool with room for `most`. */
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
 * Fills a pool with the best points of the remaining spaces, and then their untried neighbors, as
 * many as there is time for; spaces that are slower than these fall out. Returns the number of
 * neighbors.
 */
static int propose(struct search *search, double seconds, struct trial **pool, int *incumbents)
{
    const int times = search->means->prepare != NULL ? 2 : 1;
    const double each = fmax(seconds + times * search->overhead, 1e-3);
    const double left = search->end - now(search);
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
 * Prepares `count` neighbors, the newest trials, up to a time. Drops those that are not ready; they
 * count as untried. Returns the number of the others in *ready.
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

/* Whether every neighbor of the overall fastest point has been tried. */
static bool has_converged(const struct search *search)
{
    const struct trial *fastest = search->best[0];
    for (int k = 1; k < search->count; k++)
        if (estimate_faster(&search->best[k]->estimate, &fastest->estimate))
            fastest = search->best[k];
    struct point neighbors[SPACE_NEIGHBORS];
    int found = space_neighbors(&search->spaces[fastest->space], &fastest->point, neighbors);
    for (int k = 0; k < found; k++)
        if (!is_tried(search, fastest->space, &neighbors[k]))
            return false;
    return true;
}

/* Whether the time was up before a trial was measured. */
static bool is_open(const struct trial *trial)
{
    return !trial->ready && !estimate_known(&trial->estimate);
}

/* Puts starts that are not measured yet into a pool, as many as are prepared together. */
static int next_starts(const struct search *search, struct trial **pool)
{
    int count = 0;
    for (int k = 0; k < search->count; k++)
        if (is_open(&search->trial[k]))
            pool[count++] = &search->trial[k];
    return batch_of(search, count);
}

/*
 * Measures starts up to a time, but at least some. The least overhead is that of trials which need
 * not be compiled.
 */
static bool begin(struct search *search, double first, struct trial **pool, double until,
                  struct error *error)
{
    double overhead = 0;
    bool any = isfinite(search->overhead);
    for (int count; (count = next_starts(search, pool)) > 0 && (!any || now(search) < until);
         any = true) {
        if (!measure(search, pool, count, first, any ? until : 0, &overhead, error))
            return false;
        search->overhead = fmin(search->overhead, overhead);
        for (int k = 0; k < count; k++)
            search->in[pool[k]->space] = true;
    }
    halve(search);
    return true;
}

/*
 * Runs the rounds: first the starts, then the neighbors of the remaining points, each round with
 * twice the time per trial, and the starts that were left out if there is time.
 */
static bool climb(struct search *search, double first, struct trial **pool,
                  struct search_result *result, struct error *error)
{
    const double start = now(search), share = start_share * (search->end - start);
    double seconds = 2 * first;
    if (!begin(search, first, pool, start + share, error))
        return false;
    result->start = now(search) - start;
    for (result->rounds = 1;; result->rounds++) {
        int incumbents, neighbors = propose(search, seconds, pool, &incumbents);
        const double last = search->end - (incumbents + neighbors) * (seconds + search->overhead);
        const double half =
            (now(search) + search->end) /
            2; /* half of the time left, because the starts may already be compiled */
        if (!drop_late(search, pool + incumbents, neighbors, fmax(last, half), &neighbors, error))
            return false;
        if (neighbors > 0) {
            if (!measure(search, pool, incumbents + neighbors, seconds, search->end,
                         &search->overhead, error))
                return false;
            take_best(search, pool, incumbents + neighbors);
            halve(search);
            seconds = fmin(2 * seconds, LONGEST * first);
        } else if (now(search) >= search->end || next_starts(search, pool) == 0) {
            return true;
        } else if (!begin(search, first, pool, search->end, error)) {
            return false;
        }
    }
}

bool search_run(const struct space *spaces, int count, const struct search_options *options,
                const struct search_means *means, struct search_result *result, struct error *error)
{
    assert(0 < count && count <= TRIALS);
    struct search search = {.spaces = spaces, .count = count, .means = means};
    search.end = now(&search) + options->seconds;
    search.overhead = INFINITY;
    search.trials = count;
    search.trial = memory_allocate(TRIALS, sizeof *search.trial, "a search", error);
    search.best = memory_allocate_zeroed(count, sizeof(struct trial *), "a search", error);
    search.in = memory_allocate_zeroed(count, sizeof *search.in, "a search", error);
    struct trial **pool = memory_allocate(TRIALS, sizeof(struct trial *), "a search", error);
    *result = (struct search_result){.best = result->best};
    bool good = search.trial != NULL && search.best != NULL && search.in != NULL && pool != NULL;
    for (int k = 0; good && k < count; k++) {
        search.trial[k] = (struct trial){k, spaces[k].start, estimate_unknown, false};
        search.best[k] = &search.trial[k];
    }
    good = good && climb(&search, options->first, pool, result, error);
    if (good) {
        for (int k = 0; k < count; k++)
            result->left_out += is_open(&search.trial[k]);
        result->measured = search.trials - result->left_out;
        result->overhead = search.overhead;
        result->converged = result->left_out == 0 && has_converged(&search);
    }
    for (int k = 0; good && k < count; k++)
        result->best[k] = *search.best[k];
    free(pool);
    free(search.in);
    free(search.best);
    free(search.trial);
    return good;
}
