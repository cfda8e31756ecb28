/* Times cases in turns, in several passes, without writing a results file. */
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

/* A pass: cases that are timed in turns. */
struct bench_pass {
    struct case_spec *spec; /* cases in their order; they must stay in memory */
    int64_t *place;         /* index in this order of each given case */
    int count;
    bool timed; /* true: timed; false: only verified */
    struct results results;
};

struct bench {
    const struct config *config;
    struct run_options options;
    bool step; /* true: compares whole steps; false: compares force calls */
    bool lanes;
    bool brief; /* true: after a timing only one evaluation is verified, and not the moved
                 * particles */
    struct runner runner;
    struct bench_pass *pass;
    int passes;
    double until;        /* time at which passes end, on the clock of clock_seconds; 0: no limit */
    double evaluation;   /* seconds per evaluation that is verified */
    double call;         /* seconds per call, a mean over the last timed pass; 0: unknown */
    bool late;           /* true if the last pass was stopped at `until` */
    struct error reason; /* reason of the first failed verification, otherwise of the first
                          * failed case; its code is EXIT_USAGE if input is wrong. "": nothing
                          * has failed */
    /*
     * reason why the last ratio cannot be trusted, besides a wide interval: "other programs kept
     * 1.1 CPUs busy, …". "": it can be trusted
     */
    char doubt[BENCH_DOUBT];
    const char *remedy; /* advice on how to measure a ratio that can be trusted */
};

/**
 * Opens a bench for the cases of a config. The config and all that `options` points to must outlive
 * the bench. Only the device, the sources, the tolerance and the interrupt of `options` are used.
 */
bool bench_open(struct bench *bench, const struct config *config, const struct run_options *options,
                struct error *error);

/** Returns the name of a case's device; EXIT_ENVIRONMENT if there is none. */
const char *bench_device(struct bench *bench, const struct case_spec *spec, struct error *error);

/**
 * Prepares particles, references and kernels of cases, and verifies the cases. The next pass then
 * has only to time them. Fails like bench_measure.
 */
bool bench_prepare(struct bench *bench, const struct case_spec *specs, int count,
                   struct error *error);

/**
 * Verifies `count` cases, except cases that an earlier pass has verified. Then times them, each for
 * about `seconds`; the cases of a group take turns. Afterwards verifies them again, by a single
 * evaluation if an earlier pass has already verified more, or if `brief` is set. Timing stops early
 * enough before `until` for this verification, as estimated from the last pass. EXIT_ENVIRONMENT if
 * the run cannot continue or is interrupted.
 */
bool bench_measure(struct bench *bench, const struct case_spec *specs, int count, double seconds,
                   struct error *error);

/** Whether case `k` of the last pass was finished before the pass stopped. */
bool bench_ended(const struct bench *bench, int k);

/**
 * Fills in the reason why no case has a time. This is the reason of a failed case. If no case
 * failed, it is EXIT_ENVIRONMENT, with a message that the time was up and what took it. Returns
 * false.
 */
bool bench_nothing_timed(const struct bench *bench, struct error *error);

/** Returns the record of case `k` of the last pass; false if the case has no time. */
bool bench_record(const struct bench *bench, int k, struct record *record);

/**
 * Returns the last record of a case in any pass. False if the case has failed since then, or has no
 * time.
 */
bool bench_find(const struct bench *bench, const struct case_spec *spec, struct record *record);

/** Returns the minimum seconds for measuring a case once more, including verification. */
double bench_again(const struct bench *bench, const struct case_spec *spec);

/** Returns the timing of a record to compare: a force call or, if `step`, a step. */
const struct timing *bench_timing(const struct record *record, bool step);

/** Returns the median and the interval of a timing. */
struct estimate bench_estimate(const struct timing *timing);

/**
 * Measures the ratio of the times of case `b` and case `a`. Both are timed in turns for about
 * `seconds` each, or up to four times as long if an interval needs more samples. If the machine is
 * busy or throttled, measures again if there is time before `until`. If the time is still
 * disturbed, `doubt` has the reason. EXIT_ENVIRONMENT if a case has no time, or if the run is
 * interrupted.
 */
bool bench_compare(struct bench *bench, const struct case_spec *a, const struct case_spec *b,
                   double seconds, struct ratio *ratio, struct error *error);

/** Closes the bench. A zeroed bench may be closed if bench_open has not been called. */
void bench_close(struct bench *bench);
