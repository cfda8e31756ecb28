/*
 * Compares the claims of a paper with what was measured. A claim bounds the ratio of the times of
 * two strategies, each represented by its fastest case. Every set of particles on which both were
 * timed gives a point; the claim speaks of all points or only of the largest systems. A claim may
 * also bound how that ratio changes from the least to the greatest size or density, or how far it
 * is from one. Any number in the results may replace the times, and then a claim may also bound the
 * value of a single strategy.
 *
 * Numbers are exact. A ratio of times has the interval of ratio.h. A change has the quotient of two
 * such intervals, which covers with at least 90 %. A point holds if its interval lies within the
 * bounds, and fails if it lies wholly beyond one of them. A claim holds if all its points hold, and
 * fails if one of them fails.
 */
#ifndef PAIRLANES_CLAIMS_H
#define PAIRLANES_CLAIMS_H

#include "harness/base/error.h"
#include "harness/report/verdicts/claim_side.h"
#include "harness/results/record.h"

#include <cjson/cJSON.h>
#include <stdint.h>

enum claim_verdict {
    CLAIM_HOLDS,
    CLAIM_FAILS,
    CLAIM_UNDECIDED, /* an interval spans a bound, or a time is not to be trusted (trust.h) */
    CLAIM_NO_DATA,   /* no point has data */
    CLAIM_VERDICTS
};

struct claim_point {
    /* the cases of the sides; for a change, those at the greatest value */
    const struct record *record, *other; /* `other` is NULL if there is only one side */
    const struct record *least;   /* record of the first side's least value, for a change; otherwise
                                   * NULL */
    const struct record *doubted; /* record among these whose time is not trusted; NULL: none */
    const struct timing *doubted_time;
    double ratio, low, high; /* first side / second, the value, or its change */
    enum claim_verdict verdict;
};

/** A claim on one device. */
struct claim {
    const char *text, *source, *of, *at;
    const char *why;    /* why the number differs from the paper's; "": not stated */
    const char *across; /* "" if the ratio is bounded, not its change */
    const char *number; /* "counts.atomics", compared in place of a time; "" for a time */
    const char *per;    /* the number that it is divided by; "" for none */
    bool deviation;     /* the ratio's distance from one is bounded, and stands in its place */
    const char *device; /* "" if no device has a point */
    struct claim_side side[2];
    int sides;           /* 1 if the value of the first is bounded */
    double published;    /* the paper's value; NAN if it gives none */
    const cJSON *entry;  /* a list of texts: where results/published/ has it; NULL for nowhere */
    double above, below; /* 0 and INFINITY stand for no bound */
    enum claim_verdict verdict;
    struct claim_point *point; /* the one that decides the verdict comes first */
    int64_t points;
    int64_t tally[CLAIM_VERDICTS]; /* verdicts on the points */
};

struct claims {
    struct claim *item;
    int64_t count;
    cJSON *list; /* keeps the JSON that the texts point into */
};

/**
 * Evaluates the claims in the config of a results file on its cases, device by device, and appends
 * them. The records must outlive the claims. EXIT_USAGE if `results` (read from `file`) makes no
 * claims, or wrong ones.
 */
bool claims_add(struct claims *claims, const struct records *records, const cJSON *results,
                const char *file, struct error *error);

/** Exit code of `pairlanes claims --strict` besides EXIT_OK and EXIT_USAGE. */
enum { CLAIMS_FAIL = 1 };

/** Returns CLAIMS_FAIL if a claim does not hold, otherwise EXIT_OK. */
int claims_exit_code(const struct claims *claims);

/** "holds", "does not hold", "undecided", "no data". */
const char *claim_verdict_name(enum claim_verdict verdict);

/** Frees the claims. Zeroed claims may be freed. */
void claims_free(struct claims *claims);

#endif
