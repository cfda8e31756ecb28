/* Searches the fastest strategy and setting for a case by a short measurement. */
#pragma once

#include "harness/search/bench.h"
#include "harness/search/candidates.h"
#include "harness/search/placings.h"
#include "harness/search/search.h"

/** Result of a search among cases that differ only in their strategy. */
struct advice {
    struct candidates *candidates; /* settings that are searched for each case */
    struct trial *best;            /* best trial of each case, sorted by time */
    int count;                     /* number of cases */
    struct search_result search;
    bool compared;            /* true if the best cases were measured in turns after the search */
    double seconds;           /* seconds that the search has taken */
    struct error reason;      /* reason of the first case that failed; "": none has failed */
    struct placings placings; /* ranked strategies; they refer to the bench's passes */
};

/**
 * Searches the tuning values of `count` cases for about `seconds`. Then measures the best setting
 * of each once more, in turns, and again if these times cannot be trusted. If there is no time for
 * this, the placings come from the search. At least two strategies are measured, even if preparing
 * them takes longer. placings_doubted checks the result. EXIT_USAGE or EXIT_ENVIRONMENT if no
 * strategy could be timed; the message has the reason.
 */
bool advise_measure(struct bench *bench, const struct case_spec *specs, int count, double seconds,
                    struct advice *advice, struct error *error);

/** Largest allowed ratio of the advised setting's time to the best time. */
static const double advise_allowed = 1.05;

/** Comparison of the advised setting with the best setting of a full sweep. */
struct advice_check {
    int64_t settings;      /* number of settings that the sweep measured */
    struct case_spec best; /* best case of the sweep */
    struct case_spec advised;
    struct ratio ratio;      /* ratio of the advised setting's time to the best time, measured in
                              * turns */
    char doubt[BENCH_DOUBT]; /* reason why the ratio cannot be trusted; "": it can be trusted */
};

/**
 * Measures all settings that the search could have found, then the fastest settings again. Measures
 * the best setting in turns with the advised one, repeatedly while the interval of their ratio
 * contains advise_allowed. Fails like advise_measure.
 */
bool advise_check(struct bench *bench, const struct advice *advice, struct advice_check *check,
                  struct error *error);

/** Frees the memory of advise_measure. A zeroed advice may be freed. */
void advice_free(struct advice *advice);
