/*
 * Compares the results of two builds on one machine. The same cases are measured with both builds.
 * Each quantity of a case (compared.h) gets a verdict, by which continuous integration can fail.
 *
 * Times are compared by the medians of runs. A ratio of times has an interval: if that is entirely
 * beyond the threshold, the new build is slower or faster; if entirely within, the same; otherwise
 * the comparison is inconclusive, and states how many runs would probably decide (run_ratio.h). A
 * time that cannot be trusted because of the machine (trust.h) in any run is inconclusive, unless
 * its whole interval is beyond a factor of 1.5: builds measured in turns share the load, which does
 * not make one of them that much slower. With fewer than three runs per side, a time whose noise is
 * not recorded for the case and device (noise.h) is inconclusive.
 *
 * Counts are exact: any difference above the threshold (default: 0) is a change. Rounding errors
 * depend on the order of sums: they have increased if the least of the new runs exceeds twice the
 * greatest of the base runs.
 */
#pragma once

#include "harness/base/error.h"
#include "harness/results/noise.h"
#include "harness/results/record.h"

#include <stdbool.h>
#include <stdint.h>

enum verdict {
    VERDICT_SAME,         /* shown to differ by no more than the threshold */
    VERDICT_INCONCLUSIVE, /* neither significantly different nor significantly the same */
    VERDICT_LESS,         /* faster, or fewer */
    VERDICT_MORE,         /* slower, or more: `pairlanes compare` fails */
    VERDICT_BROKEN,       /* fails in some new run, not in all of the base: `compare` fails */
    VERDICT_MISSING,      /* case or quantity that is missing in the new results */
    VERDICT_NEW,          /* case or quantity that is missing in the base */
    VERDICTS
};

/** Exit codes of a comparison, in addition to EXIT_OK and EXIT_USAGE. */
enum { COMPARE_MORE = 1, COMPARE_INCONCLUSIVE = 3 };

/**
 * Largest fraction of the base's cases, quantities and runs that may be missing in the new results.
 */
#define COMPARE_MISSING 0.1

struct compare_options {
    double threshold; /* relative threshold; negative: default, 2 % for times and 0 for counts */
    bool strict, counts_only;
    const char *names[2]; /* names of base and new results in reports; NULL: their commits */
    const struct noise *noise;
};

/** Comparison of a quantity of a case. */
struct comparison {
    /* records of the first runs that have the quantity; NULL: none */
    const struct record *base, *head;
    int quantity; /* index of the quantity (compared.h); -1: the case as a whole */
    enum verdict verdict;
    const struct record *doubted; /* first record whose time cannot be trusted, for a reason that
                                   * affects the verdict; NULL: none */
    const struct timing *doubted_time;
    int base_runs, head_runs; /* numbers of runs that have the quantity */
    int failures;             /* number of new runs in which the case failed */
    double before, after;     /* geometric mean of the runs' medians of a time; of a count, the
                               * number in the first run */
    double ratio, low, high;  /* ratio of new to base, and its interval */
    double confidence;        /* confidence of the interval */
    bool as_fast;             /* true if the instructions changed, but the time of a force call did
                               * not */
    int needed;               /* runs per side that would probably decide; 0: unknown */
    double threshold;
};

struct comparisons {
    struct comparison *item;
    int64_t count, capacity;
    int64_t tally[VERDICTS];
    int base_runs, head_runs; /* runs per side, for the backend with more runs */
    int64_t unconfirmed;      /* number of times with too few runs and without recorded noise */
    double expected;          /* number of quantities in the base */
    double missing; /* number of quantities of the base that the new results lack; a quantity
                     * that only some runs lack counts as a fraction */
};

/**
 * Compares the records of one or more runs of the base with those of new runs. The records of a run
 * have the same `file`. EXIT_USAGE ("not comparable: …") if a file has another schema version, if a
 * case was measured on another device, driver, number of threads or input, or if the sides share no
 * case. For counts, driver and CPU model may differ. The records must outlive the comparisons.
 */
bool compare_records(const struct records *base, const struct records *head,
                     const struct compare_options *options, struct comparisons *comparisons,
                     struct error *error);

/**
 * Returns COMPARE_MORE if a quantity is worse; COMPARE_INCONCLUSIVE if more than COMPARE_MISSING is
 * missing or, with `strict`, if anything is missing or inconclusive; otherwise EXIT_OK.
 */
int compare_exit_code(const struct comparisons *comparisons, bool strict);

/** Returns the verdict in words that fit the quantity: "slower", "fewer", … */
const char *compare_verdict(const struct comparison *comparison);

/** Returns the name of the compared quantity; "case" for a whole case. */
const char *compare_quantity(const struct comparison *comparison);

/** Returns the unit of the compared quantity; "" for a whole case. */
const char *compare_unit(const struct comparison *comparison);

/** Frees the comparisons. */
void compare_free(struct comparisons *comparisons);
