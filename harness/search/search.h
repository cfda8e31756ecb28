/*
 * Searches the fastest point of several spaces within a time limit: each round halves the number of
 * spaces, and moves the best point of the remaining ones to a faster neighbor.
 */
#pragma once

#include "harness/base/error.h"
#include "harness/search/estimate.h"
#include "harness/search/space.h"

#include <stdbool.h>

/** A measured point, or one to measure. */
struct trial {
    int space;
    struct point point;
    struct estimate estimate; /* estimate of the last round in which it was measured */
    bool ready;               /* true if the last of these was in time */
};

/** Functions with which the search measures and reads the time. */
struct search_means {
    /**
     * Compiles and verifies trials up to the time `until`, so that measuring contains only the
     * timing, and sets which are ready. False only if nothing more can be measured. NULL: there is
     * nothing to prepare.
     */
    bool (*prepare)(void *context, struct trial *const *trials, int count, double until,
                    struct error *error);
    int together; /* number of trials that compile in parallel, in the time of one */
    /**
     * Measures trials in turns, each for about `seconds`, up to the time `until`, and prepares
     * those that are not ready; a trial that cannot be measured gets estimate_unknown. Those that
     * it does not reach are not ready afterwards. False only if nothing more can be measured.
     */
    bool (*measure)(void *context, struct trial *const *trials, int count, double seconds,
                    double until, struct error *error);
    /**
     * Returns the seconds in which a measured trial is measured once more after the search. NULL:
     * there is no such measurement.
     */
    double (*again)(void *context, const struct trial *trial);
    double (*now)(void *context); /* returns seconds from an arbitrary zero */
    void *context;
};

struct search_options {
    double seconds; /* total seconds of the search */
    double first;   /* seconds of each trial of the first round */
    double reserve; /* seconds after it, in which the two fastest trials are measured once more;
                     * the search ends earlier if these take longer, or uses the reserve if they
                     * take more than half of all the time, or starts are left out */
};

struct search_result {
    struct trial *best;   /* best trial of every space; its estimate is that of its last round */
    int measured, rounds; /* trials, each counted once, and rounds */
    double start;         /* seconds of the first round */
    double overhead;      /* seconds of a trial of the last round in addition to the timing */
    int left_out;         /* spaces whose start could not be measured in time */
    int untried;          /* untried neighbors of the overall best */
    bool converged;       /* true if no space is left out, and no neighbor is untried */
};

/**
 * Searches `count` spaces, from 1 to 512. The first round prepares and measures starts in their
 * order in most of the time. Later rounds have as many trials as can be prepared and measured in
 * time, judged by earlier trials: the neighbors of the fastest point come before slower spaces.
 * `best` has room for `count` trials, without estimates if the time was too short for any. Errors
 * are those of `prepare` and `measure`.
 */
bool search_run(const struct space *spaces, int count, const struct search_options *options,
                const struct search_means *means, struct search_result *result,
                struct error *error);
