/* Cases timed in turns in several passes, without a results file. */
#pragma once

#include "harness/base/error.h"
#include "harness/config/cases.h"
#include "harness/config/config.h"
#include "harness/measure/run.h"
#include "harness/measure/runner.h"
#include "harness/results/record.h"
#include "harness/search/estimate.h"
#include "harness/timing/ratio.h"

#include <stdbool.h>
#include <stdint.h>

enum { BENCH_DOUBT = 256 };

/* Cases that are timed in turns. */
struct bench_pass {
    struct case_spec *spec; /* cases in the order of the run, which the runner keeps using */
    int64_t *place;         /* place of each given case in this order */
    int count;
    bool timed; /* false: only verified */
    struct results results;
};

struct bench {
    const struct config *config;
    struct run_options options;
    bool step; /* true to compare whole steps, not force calls */
    bool lanes;
    bool brief; /* true to verify one evaluation after a timing, not several, and moved particles */
    struct runner runner;
    struct bench_pass *pass;
    int passes;
    double until;        /* time of clock_seconds at which passes end; 0: they have no limit */
    double evaluation;   /* seconds of an evaluation that is verified, */
    double call;         /* and of a call, as a mean of the last timed pass; 0: none yet */
    bool late;           /* true if the last pass was stopped for it */
    struct error reason; /* reason of the first failed verification, otherwise of the first failed
                          * case, EXIT_USAGE for wrong input; "": none failed */
    /*
     * reason other than its interval why the last ratio cannot be trusted: "other programs kept 1.1
     * CPUs busy, …"; "": it can
     */
    char doubt[BENCH_DOUBT];
    const char *remedy; /* remedy, as advice */
};

/**
 * Opens a bench for cases of a config, which must outlive it, as must the targets of `options`;
 * only the device, the sources, the tolerance and the interrupt of `options` are used.
 */
bool bench_open(struct bench *bench, const struct config *config, const struct run_options *options,
                struct error *error);

/** Returns the name of a case's device; EXIT_ENVIRONMENT if there is none. */
const char *bench_device(struct bench *bench, const struct case_spec *spec, struct error *error);

/**
 * Makes particles, references and kernels of cases, and verifies them, so that the next pass
 * contains only the timing. Errors are those of bench_measure.
 */
bool bench_prepare(struct bench *bench, const struct case_spec *specs, int count,
                   struct error *error);

/**
 * Verifies `count` cases, unless an earlier pass has, and times them in turns, the cases of a group
 * together, each for about `seconds`. Verifies again after the timing; an earlier pass that has
 * done so leaves one evaluation, as `brief` does. Timing stops before `until` by the time that this
 * takes, as measured in the last pass. False if the run cannot go on, or is interrupted:
 * EXIT_ENVIRONMENT.
 */
bool bench_measure(struct bench *bench, const struct case_spec *specs, int count, double seconds,
                   struct error *error);

/** Whether case `k` of the last pass has ended before the pass stopped. */
bool bench_ended(const struct bench *bench, int k);

/**
 * Sets why no case has a time: the reason of a failed one, or that the time was up, with what took
 * it: EXIT_ENVIRONMENT. Returns false.
 */
bool bench_nothing_timed(const struct bench *bench, struct error *error);

/** Returns the record of case `k` of the last pass; false if it has no time. */
bool bench_record(const struct bench *bench, int k, struct record *record);

/** Returns the last record of a case in any pass; false if it has failed since, or has no time. */
bool bench_find(const struct bench *bench, const struct case_spec *spec, struct record *record);

/** Returns the seconds in which a case is measured once more, at least: calls and verification. */
double bench_again(const struct bench *bench, const struct case_spec *spec);

/** Returns the time by which a record is compared: that of a force call or of a step. */
const struct timing *bench_timing(const struct record *record, bool step);

/** Returns the median and the interval of a timing. */
struct estimate bench_estimate(const struct timing *timing);

/**
 * Measures the ratio of the times of case `b` and case `a`, timed in turns for about `seconds`
 * each, or up to four times as long if that gives too few samples for an interval. If the machine
 * is busy or throttled, measures once more, if there is time until `until`; `doubt` is set if that
 * did not help, or the time was up. EXIT_ENVIRONMENT with the reason if one of them has no time
 * otherwise, or the run is interrupted.
 */
bool bench_compare(struct bench *bench, const struct case_spec *a, const struct case_spec *b,
                   double seconds, struct ratio *ratio, struct error *error);

/** Closes the bench. A zeroed bench may be closed if bench_open has not been called. */
void bench_close(struct bench *bench);
