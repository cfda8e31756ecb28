/*
 * Compares the claims of a paper with what was measured. A claim bounds the ratio of the times of
 * two strategies, each represented by its fastest case. Every set of particles on which both were
 * timed gives a point; the claim is about all points or only about the largest systems. A claim may
 * also bound the change of that ratio from the least to the greatest size or density, or its
 * distance from one. Any number in the results may replace the times, and then a claim may also
 * bound the value of a single strategy.
 *
 * A ratio of times has the interval of ratio.h. Means and deviations along a motion have that of
 * their standard error from blocks; other numbers are exact. A change has the quotient of two
 * intervals, which covers with at least 90 %. A point holds if its interval lies within the bounds.
 * If it lies entirely beyond one of them the point fails, unless that is the bound farther from
 * one: then it is exceeded. A claim has the verdict of its worst point: it holds if all hold, and
 * fails if one fails. "largest n" is the largest one that was run on every device with the system.
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
    /* cases of the sides; for a change, those at the greatest value */
    const struct record *record, *other; /* `other` is NULL if there is only one side */
    const struct record *least;   /* first side of the divisor: the ratio at the least value, for a
                                     change, or that of other cases; otherwise NULL */
    const struct record *doubted; /* record among these whose time is not trusted; NULL: none */
    const struct timing *doubted_time;
    double ratio, low, high; /* first side / second, the value, or its change */
    bool lone;               /* true if another device has such points, but none with as many
                              * particles */
    enum claim_verdict verdict;
};

/** A claim on one device. */
struct claim {
    const char *text, *source, *of, *at;
    const char *id;       /* name of the claim, "fig3-lj"; "": none */
    const char *why;      /* reason why the number differs from the paper's (explanation.h); "": not
                           * given */
    const cJSON *when;    /* list of texts: conditions of `why`; NULL: none */
    const cJSON *against; /* other cases by whose ratio this one is divided; NULL: none */
    const char *across;   /* axis; "" if the ratio is bounded, not its change */
    const char *number;   /* "counts.atomics", compared instead of a time; "": a time */
    const char *per;      /* number by which it is divided; "": none */
    bool deviation;       /* true if the ratio is replaced by its distance from one, which is
                           * bounded */
    const char *device;   /* name of the device; "" if no device has a point */
    struct claim_side side[2];
    int sides;             /* sides of the claim; 1 if a single value is bounded */
    double published;      /* the paper's value, or the first of its range; NAN: none */
    double published_most; /* last value of the range; `published` if there is no range */
    const cJSON *entry;    /* list of texts: its places in results/published/; NULL: none */
    double above, below;   /* bounds; 0 and INFINITY: none */
    enum claim_verdict verdict;
    struct claim_point *point; /* points; the one that decides the verdict comes first */
    int64_t points;
    int64_t tally[CLAIM_VERDICTS]; /* numbers of points by verdict */
};

struct claims {
    struct claim *item;
    int64_t count;
    cJSON *list; /* the JSON that contains the texts */
};

/**
 * Evaluates the claims in the config of a results file on its cases, device by device, and appends
 * them. The records must outlive the claims. EXIT_USAGE if `results` (read from `file`) has no
 * claims, or invalid ones.
 */
bool claims_add(struct claims *claims, const struct records *records, const cJSON *results,
                const char *file, struct error *error);

/** Exit code of `pairlanes claims --strict` besides EXIT_OK and EXIT_USAGE. */
enum { CLAIMS_FAIL = 1 };

/** Returns CLAIMS_FAIL if a claim holds no more, otherwise EXIT_OK. */
int claims_exit_code(const struct claims *claims);

/** Returns "holds", "exceeded", "holds no more", "undecided" or "no data". */
const char *claim_verdict_name(enum claim_verdict verdict);

/** Frees the claims. Zeroed claims may be freed. */
void claims_free(struct claims *claims);
