/*
 * Claims of a paper against what was measured. A claim bounds the ratio of the times of two
 * strategies, each with the fastest of its cases, wherever both were timed on the same particles (a
 * point): on every one, or only on the largest systems; or it bounds how that ratio changes from
 * the least to the greatest size or density. In the place of times any number of the cases' results
 * may stand, and then the value of one strategy be bounded too.
 *
 * Numbers are as they are. A ratio of times has the interval of ratio.h, a change the quotient of
 * two such intervals, which covers with 90 % at least. A point holds if its interval lies within
 * the bounds, and does not if it lies wholly beyond one of them. A claim holds if all its points
 * do, and does not if one does not.
 */
#ifndef PAIRLANES_CLAIMS_H
#define PAIRLANES_CLAIMS_H

#include "harness/base/error.h"
#include "harness/report/claim_side.h"
#include "harness/results/record.h"

#include <cjson/cJSON.h>
#include <stdint.h>

enum claim_verdict {
    CLAIM_HOLDS,
    CLAIM_FAILS,
    CLAIM_UNDECIDED, /* an interval spans a bound */
    CLAIM_NO_DATA,   /* no point */
    CLAIM_VERDICTS
};

struct claim_point {
    /* the cases of the sides; of a change, those at the greatest value */
    const struct record *record, *other; /* other: NULL where one side has the value */
    const struct record *least; /* of a change, the first side's at the least value; else NULL */
    double ratio, low, high;    /* first side / second or the value, or the change of that */
    enum claim_verdict verdict;
};

/** A claim on one device. */
struct claim {
    const char *text, *source, *of, *at;
    const char *across; /* "": the ratio is bounded, not its change */
    const char *number; /* "counts.atomics", what is compared in the place of a time; "": a time */
    const char *per;    /* the number that it is divided by; "": none */
    const char *device; /* "": no device has a point */
    struct claim_side side[2];
    int sides;           /* 1: the value of the first is bounded */
    double published;    /* what the paper has; NAN: not told */
    double above, below; /* 0 and INFINITY: no bound */
    enum claim_verdict verdict;
    struct claim_point *point; /* the one that decides the verdict comes first */
    int64_t points;
    int64_t tally[CLAIM_VERDICTS]; /* of the points */
};

struct claims {
    struct claim *item;
    int64_t count;
    cJSON *list; /* what the texts point to */
};

/**
 * Evaluates the claims of a results file, which stand in its config, on its cases, device by
 * device, and appends them. The records must outlive the claims. EXIT_USAGE if `results` (read from
 * `file`) makes no claims, or wrong ones.
 */
bool claims_add(struct claims *claims, const struct records *records, const cJSON *results,
                const char *file, struct error *error);

/** Exit code of `pairlanes claims --strict` besides EXIT_OK and EXIT_USAGE. */
enum { CLAIMS_FAIL = 1 };

/** CLAIMS_FAIL if a claim does not hold, else EXIT_OK. */
int claims_exit_code(const struct claims *claims);

/** "holds", "does not hold", "undecided", "no data". */
const char *claim_verdict_name(enum claim_verdict verdict);

/** Frees the claims. Zeroed claims may be freed. */
void claims_free(struct claims *claims);

#endif
