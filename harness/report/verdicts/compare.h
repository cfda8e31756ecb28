/*
 * Compares the results of two builds on one machine. The same cases are measured with both, and
 * each quantity of a case (compared.h) gets a verdict that a gate can act on.
 *
 * Times are compared over runs, which are the unit: ratios with intervals, slower only beyond the
 * threshold, the same only within it, and otherwise inconclusive, with the number of runs that
 * would probably decide (run_ratio.h). A time that is not trusted because of the machine (trust.h)
 * in any run is inconclusive, unless its whole interval is beyond a factor of 1.5: load on both
 * sides of a comparison, measured in turns, does not make one of them that much slower. With fewer
 * than three runs per side, a time without recorded noise of its case and device (noise.h) is
 * inconclusive.
 *
 * Counts are exact: any difference above the threshold (default: 0) is a change. Errors depend on
 * the order of sums; they are more if the least of the new runs is more than twice the greatest of
 * the base runs.
 */
#pragma once

#include "harness/base/error.h"
#include "harness/results/noise.h"
#include "harness/results/record.h"

#include <stdbool.h>
#include <stdint.h>

enum verdict {
    VERDICT_SAME,         /* shown to differ by no more than the threshold */
    VERDICT_INCONCLUSIVE, /* neither shown to differ nor to be the same */
    VERDICT_LESS,         /* faster, or fewer */
    VERDICT_MORE,         /* slower, or more: the gate closes */
    VERDICT_BROKEN,       /* ran before, fails now: the gate closes */
    VERDICT_MISSING,      /* case or quantity that is missing in the new results */
    VERDICT_NEW,          /* case or quantity that is missing in the base */
    VERDICTS
};

/** Exit codes of a comparison besides EXIT_OK and EXIT_USAGE. */
enum { COMPARE_MORE = 1, COMPARE_INCONCLUSIVE = 3 };

/** Share of base cases, quantities and runs that may be missing in the new results. */
#define COMPARE_MISSING 0.1

struct compare_options {
    double threshold; /* relative; negative: 2 % for times and 0 for counts */
    bool strict, counts_only;
    const char *names[2]; /* names of base and new in reports; NULL: their commits */
    const struct noise *noise;
};

/** One quantity of one case. */
struct comparison {
    /* records of the first runs that have the quantity; NULL: none */
    const struct record *base, *head;
    int quantity; /* number of the quantity (compared.h); -1: the case as a whole */
    enum verdict verdict;
    const struct record *doubted; /* first of its runs whose time is not trusted, for a reason that
                                   * affects the verdict; NULL: none */
    const struct timing *doubted_time;
    int base_runs, head_runs; /* runs that have the quantity */
    double before, after;     /* geometric mean of the runs' medians, or the first run's count */
    double ratio, low, high;  /* ratio new / base, and its interval */
    double confidence;        /* confidence of the interval */
    bool as_fast;             /* true if instructions changed, but the time of a force call is
                               * the same */
    int needed;               /* runs per side that would probably decide; 0: not known */
    double threshold;
};

struct comparisons {
    struct comparison *item;
    int64_t count, capacity;
    int64_t tally[VERDICTS];
    int base_runs, head_runs; /* runs per side, of the backend that has more */
    int64_t unconfirmed;      /* times with too few runs and without recorded noise */
    double expected;          /* number of quantities in the base */
    double missing; /* number missing in the new results; a fraction if only some runs lack
                     * it */
};

/**
 * Compares the records of one or more runs before and after. The records of a run share a `file`.
 * EXIT_USAGE ("not comparable: …") if a file has another schema version, if a case was measured on
 * another device, driver, number of threads or input, or if the sides share no case. Counts depend
 * neither on the driver nor on the model of a CPU. The records must outlive the comparisons.
 */
bool compare_records(const struct records *base, const struct records *head,
                     const struct compare_options *options, struct comparisons *comparisons,
                     struct error *error);

/** Returns COMPARE_MORE; or COMPARE_INCONCLUSIVE if more than COMPARE_MISSING is missing or, with
 * `strict`, anything is missing or inconclusive; or EXIT_OK. */
int compare_exit_code(const struct comparisons *comparisons, bool strict);

/** Returns the verdict in words that fit the quantity: "slower", "fewer" … */
const char *compare_verdict(const struct comparison *comparison);

/** Returns the name of the quantity; "case" for a whole case. */
const char *compare_quantity(const struct comparison *comparison);

/** Returns the unit of the quantity; "" for a whole case. */
const char *compare_unit(const struct comparison *comparison);

/** Frees the comparisons. */
void compare_free(struct comparisons *comparisons);
