#include "harness/search/search.h"

#include "harness/base/memory.h"
#include "harness/search/halving.h"

#include <stdlib.h>

enum {
    TRIALS = 512,
    LONGEST = 8, /* longest time of a trial, in units of the first time */
    BATCH = 2    /* fewest trials that are prepared together */
};

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
        if (search->trial[k].space == space && point_same(&search->trial[k].point, point))
            return true;
    return false;
}

/* Prepares trials in batches up to a time, but at least `fewest`; *ready counts them. */
static bool prepare(const struct search *search, struct trial **pool, int count, int fewest,
                    double until, int *ready, struct error *error)
{
    const struct search_means *means = search->means;
    *ready = means->prepare != NULL ? 0 : count;
    while (*ready < count && (*ready < fewest || now(search) < until)) {
        int batch = means->together > BATCH ? means->together : BATCH;
        if (batch > count - *ready)
            batch = count - *ready;
        if (!means->prepare(means->context, pool + *ready, batch, error))
            return false;
        *ready += batch;
    }
    return true;
}

/* Measures a round, and updates the time of a trial. */
static bool measure(struct search *search, struct trial **pool, int count, double seconds,
                    struct error *error)
{
    double start = now(search);
    if (!search->means->measure(search->means->context, pool, count, seconds, error))
        return false;
    search->overhead = fmax(0, (now(search) - start) / count - seconds);
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
        *trial = (struct trial){space, neighbors[k], estimate_unknown};
        pool[count++] = trial;
    }
    return count;
}

/*
 * Appends the untried neighbors of the best points of the remaining spaces, as many as there is
 * time for, the fastest space first.
 */
static int propose(struct search *search, double seconds, struct trial **pool)
{
    double each = fmax(seconds + search->overhead, 1e-3);
    int most = (int)fmin((search->end - now(search)) / each, TRIALS);
    bool done[search->count];
    int count = 0;
    for (int k = 0; k < search->count; k++) {
        done[k] = !search->in[k];
        if (search->in[k])
            pool[count++] = search->best[k];
    }
    int incumbents = count;
    for (int turn = 0; turn < incumbents; turn++) {
        int space = fastest_of(search, done);
        done[space] = true;
        count = add_neighbors(search, space, pool, count, most);
    }
    return count > incumbents ? count : 0;
}

/*
 * Prepares the neighbors in a pool, after the remaining points, in the time that the measurement
 * leaves. Drops those that are not ready; they count as untried.
 */
static bool drop_late(struct search *search, struct trial **pool, int *count, double seconds,
                      struct error *error)
{
    int incumbents = 0, ready;
    for (int k = 0; k < search->count; k++)
        incumbents += search->in[k];
    if (*count == 0)
        return true;
    const double each = seconds + search->overhead, until = search->end - *count * each;
    if (!prepare(search, pool + incumbents, *count - incumbents, 0, until, &ready, error))
        return false;
    search->trials -= *count - incumbents - ready;
    *count = ready > 0 ? incumbents + ready : 0;
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

/*
 * Runs the rounds: first all starts, then the neighbors of the remaining points, each round with
 * twice the time per trial.
 */
static bool climb(struct search *search, double first, struct trial **pool,
                  struct search_result *result, struct error *error)
{
    double seconds = first;
    int count = search->count;
    for (int k = 0; k < count; k++) {
        search->trial[k] = (struct trial){k, search->spaces[k].start, estimate_unknown};
        search->best[k] = pool[k] = &search->trial[k];
        search->in[k] = true;
    }
    search->trials = count;
    const double start = now(search), half = (start + search->end) / 2;
    if (!prepare(search, pool, count, BATCH, half, &count, error))
        return false;
    result->preparation = now(search) - start;
    result->left_out = search->count - count;
    while (count > 0) {
        if (!measure(search, pool, count, seconds, error))
            return false;
        take_best(search, pool, count);
        result->rounds++;
        halve(search);
        seconds = fmin(2 * seconds, LONGEST * first);
        count = propose(search, seconds, pool);
        if (!drop_late(search, pool, &count, seconds, error))
            return false;
    }
    return true;
}

bool search_run(const struct space *spaces, int count, const struct search_options *options,
                const struct search_means *means, struct search_result *result, struct error *error)
{
    struct search search = {.spaces = spaces, .count = count, .means = means};
    search.end = now(&search) + options->seconds;
    search.trial = memory_allocate(TRIALS, sizeof *search.trial, "a search", error);
    search.best = memory_allocate_zeroed(count, sizeof(struct trial *), "a search", error);
    search.in = memory_allocate_zeroed(count, sizeof *search.in, "a search", error);
    struct trial **pool = memory_allocate(TRIALS, sizeof(struct trial *), "a search", error);
    *result = (struct search_result){.best = result->best};
    bool good = search.trial != NULL && search.best != NULL && search.in != NULL && pool != NULL &&
                climb(&search, options->first, pool, result, error);
    if (good) {
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
