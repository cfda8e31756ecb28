/*
 * Looks for the fastest point of several spaces within a time: the spaces are halved round by
 * round, while those that are left climb from their best point to a neighbor that is faster.
 */
#ifndef PAIRLANES_SEARCH_H
#define PAIRLANES_SEARCH_H

#include "harness/base/error.h"
#include "harness/search/estimate.h"
#include "harness/search/space.h"

#include <stdbool.h>

/** A point that was measured, or is to be. */
struct trial {
    int space;
    struct point point;
    struct estimate estimate; /* estimate of the last round in which it was measured */
};

/** Functions with which the search measures and reads the time. */
struct search_means {
    /** Measures trials in turns, each for about `seconds`; what cannot be measured gets
     * estimate_unknown. False only if nothing more can be measured. */
    bool (*measure)(void *context, struct trial *const *trials, int count, double seconds,
                    struct error *error);
    double (*now)(void *context); /* seconds, from any zero */
    void *context;
};

struct search_options {
    double seconds; /* total seconds of the search */
    double first;   /* seconds of each trial of the first round */
};

struct search_result {
    struct trial *best;   /* best of every space; its estimate is from the last round that it was
                           * in */
    int measured, rounds; /* trials, each counted once, and rounds */
    bool converged;       /* no neighbor of the best of all is left untried */
};

/**
 * Searches `count` spaces. Every one is measured at its start, however long that takes; later
 * rounds have as many trials as will end in time, judged by earlier trials. `best` has room for
 * `count` trials. EXIT_ENVIRONMENT if memory runs out, and the errors of `measure`.
 */
bool search_run(const struct space *spaces, int count, const struct search_options *options,
                const struct search_means *means, struct search_result *result,
                struct error *error);

#endif
