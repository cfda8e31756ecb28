/*
 * Searches the fastest point in several spaces within a time limit. Each round halves the number of
 * spaces. It moves the best point of each remaining space to a neighbor if that is faster.
 */
#pragma once

#include "harness/base/error.h"
#include "harness/search/estimate.h"
#include "harness/search/space.h"

#include <stdbool.h>

/** A point that was measured, or is to be measured. */
struct trial {
    int space;
    struct point point;
    struct estimate estimate; /* result of the last round that measured it */
    bool ready;               /* true if it was prepared and measured in time in that round */
};

/** Functions for measuring and for reading the time. */
struct search_means {
    /**
     * Compiles and verifies trials until the time `until`, so that measuring contains only the
     * timing. Sets `ready` in finished trials. Returns false only if nothing more can be measured.
     * NULL: no preparation is needed.
     */
    bool (*prepare)(void *context, struct trial *const *trials, int count, double until,
                    struct error *error);
    int together; /* number of trials that are compiled in parallel, in the time of one */
    /**
     * Measures trials in turns, each for about `seconds`, until the time `until`; prepares trials
     * that are not ready. A trial that cannot be measured gets estimate_unknown. A trial is not
     * ready afterwards if there was no time for it. Returns false only if nothing more can be
     * measured.
     */
    bool (*measure)(void *context, struct trial *const *trials, int count, double seconds,
                    double until, struct error *error);
    /**
     * Returns the seconds for measuring a trial once more after the search. NULL: this is not done.
     */
    double (*again)(void *context, const struct trial *trial);
    double (*now)(void *context); /* Returns seconds from an arbitrary zero. */
    void *context;
};

struct search_options {
    double seconds; /* seconds of the whole search */
    double first;   /* seconds per trial in the first round */
    double reserve; /* seconds after the search for measuring the two fastest trials once more.
                     * If this needs more time, the search ends earlier. The search uses the reserve
                     * if measuring the two would need more than half of all the time, or if
                     * starting points are left out */
};

struct search_result {
    struct trial *best;   /* best trial of each space; its estimate comes from its last round */
    int measured, rounds; /* number of trials, each counted once, and of rounds */
    double start;         /* seconds that the first round took */
    double overhead;      /* seconds per trial of the last round in addition to the timing */
    int left_out;         /* number of spaces without a measured starting point, for lack of time */
    int untried;          /* number of untried neighbors that the best point has */
    bool converged;       /* true if no space was left out and no neighbor is untried */
};

/**
 * Searches `count` spaces, from 1 to 512. The first round prepares and measures the starting points
 * in their order, in most of the time. Later rounds have as many trials as time allows, judged by
 * earlier trials. Neighbors of the fastest point take precedence over slower spaces. `best` has
 * `count` elements; their estimates are unknown if there was no time for any trial. Fails like
 * `prepare` and `measure`.
 */
bool search_run(const struct space *spaces, int count, const struct search_options *options,
                const struct search_means *means, struct search_result *result,
                struct error *error);
