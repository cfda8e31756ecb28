/*
 * Compares the claims of a paper with what was measured. A claim bounds the ratio of the times of
 * two strategies, each represented by its fastest case. Every set of particles on which both were
 * timed gives a point; the claim speaks of all points or only of the largest systems. A claim may
 * also bound how that ratio changes from the least to the greatest size or density, or how far it
 * is from one. Any number in the results may replace the times, and then a claim may also bound the
 * value of a single strategy.
 *
 * A ratio of times has the interval of ratio.h. Means and deviations along a motion have that of
 * their standard error from blocks; other numbers are exact. A change has the quotient of two
 * intervals, which covers with at least 90 %. A point holds if its interval lies within the bounds.
 * If it lies wholly beyond one of them the point fails, unless that is the bound farther from one:
 * then it is exceeded. A claim is what the worst of its points is: it holds if all hold, and fails
 * if one fails. "largest n" is the largest that every device has on which the system was run.
 */
#pragma once

#include "harness/base/error.h"
#include "harness/report/verdicts/claim_side.h"
#include "harness/results/record.h"

#include <cjson/cJSON.h>
#include <stdint.h>

enum claim_verdict {
    CLAIM_HOLDS,
    CLAIM_EXCEEDED, /* a ratio or change is on the claimed side of 1, beyond the bounds */
    CLAIM_FAILS,
    CLAIM_UNDECIDED, /* an interval spans a bound, or a time is not to be trusted (trust.h) */
    CLAIM_NO_DATA,   /* no point has data */
    CLAIM_VERDICTS
};

struct claim_point {
    /* the cases of the sides; for a change, those at the greatest value */
    const struct record *record, *other; /* `other` is NULL if there is only one side */
    const struct record *least;   /* record of the first side that the ratio is divided by: of the
                                   * least   value, for a change, or of other cases; otherwise NULL */
    const struct record *doubted; /* record among these whose time is not trusted; NULL: none */
    const struct timing *doubted_time;
    double ratio, low, high; /* first side / second, the value, or its change */
    bool lone;               /* another device has such points, but none with as many particles */
    enum claim_verdict verdict;
};

/** A claim on one device. */
struct claim {
    const char *text, *source, *of, *at;
    const char *id;    /* name of the claim, "fig3-lj"; "": none */
    const char *why;   /* why the number differs from the paper's (explanation.h); "": not stated */
    const cJSON *when; /* a list of texts: conditions of `why`; NULL for none */
    const cJSON *against; /* other cases whose ratio this one is divided by; NULL for none */
    const char *across;   /* "" if the ratio is bounded, not its change */
    const char *number;   /* "counts.atomics", compared in place of a time; "" for a time */
    const char *per;      /* the number that it is divided by; "" for none */
    bool deviation;       /* the ratio's distance from one is bounded, and replaces it */
    const char *device;   /* "" if no device has a point */
    struct claim_side side[2];
    int sides;             /* sides of the claim; 1 if a single value is bounded */
    double published;      /* the paper's value, or the first of its range; NAN if it gives none */
    double published_most; /* the last of the range; published where it is a value */
    const cJSON *entry;    /* a list of texts: where results/published/ has it; NULL for nowhere */
    double above, below;   /* bounds; 0 and INFINITY: none */
    enum claim_verdict verdict;
    struct claim_point *point; /* points; the one that decides the verdict comes first */
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

/** Returns CLAIMS_FAIL if a claim holds no more, otherwise EXIT_OK. */
int claims_exit_code(const struct claims *claims);

/** "holds", "exceeded", "holds no more", "undecided", "no data". */
const char *claim_verdict_name(enum claim_verdict verdict);

/** Frees the claims. Zeroed claims may be freed. */
void claims_free(struct claims *claims);
