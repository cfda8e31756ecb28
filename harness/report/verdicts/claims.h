/*
 * Compares the claims of a paper with measurements. A claim bounds the ratio of two strategies'
 * times; the fastest case represents a strategy. Every set of particles with times of both
 * strategies gives a point. The claim is about all points or only about the largest systems. A
 * claim may also bound the change of that ratio from the least to the greatest size or density, or
 * the distance of the ratio from 1. It may use any number in the results instead of times, and may
 * then also bound the number of a single strategy.
 *
 * ratio.h defines the interval of a ratio of times. A mean or a standard deviation along a
 * trajectory has a 95 % interval from block averages. Other numbers are exact. The interval of a
 * change is the quotient of two intervals, with a confidence of at least 90 %. A point holds if its
 * interval is within the bounds. If the interval is beyond a bound, the point fails or, if that
 * bound is the one farther from 1, is exceeded. A claim has the verdict of its worst point: it
 * holds if all points hold, and fails if one fails. "largest n" is the largest number of particles
 * that ran on every device with the system.
 */
#pragma once

#include "harness/base/error.h"
#include "harness/report/verdicts/claim_side.h"
#include "harness/results/record.h"

#include <cjson/cJSON.h>
#include <stdint.h>

enum claim_verdict {
    CLAIM_HOLDS,
    CLAIM_EXCEEDED, /* a ratio or change is on the claimed side of 1, but beyond the farther
                     * bound */
    CLAIM_FAILS,
    CLAIM_UNDECIDED, /* an interval includes a bound. A time that cannot be trusted (trust.h) has an
                      * interval from half to twice, without end if samples are few */
    CLAIM_NO_DATA,   /* there is no point */
    CLAIM_VERDICTS
};

struct claim_point {
    /* cases of the two sides; for a change, at the greatest value */
    const struct record *record, *other; /* `other` is NULL if there is only one side */
    const struct record *least;   /* first side of the ratio that divides: at the smallest value
                                   * of a change, or of `against`; NULL: none */
    const struct record *doubted; /* the first of the records above with an untrusted time; NULL:
                                   * none */
    const struct timing *doubted_time;
    double ratio, low, high; /* first side divided by the second, value of a single side, or change;
                              * then its interval */
    bool lone;               /* true if the claim on another device has similar points, but none
                              * with this number of particles */
    enum claim_verdict verdict;
};

/** A claim on one device. */
struct claim {
    const char *text, *source, *of, *at;
    const char *id;       /* name of the claim in its config, "fig3-lj"; "": none */
    const char *why;      /* reason why the number differs from the paper's (explanation.h); "": not
                           * given */
    const cJSON *when;    /* conditions under which `why` applies, a list of texts; NULL: none */
    const cJSON *against; /* other cases; their ratio divides the claim's ratio. NULL: none */
    const char *across;   /* axis of the bounded change; "": the ratio itself is bounded */
    const char *number;   /* path of a number to compare instead of a time, "counts.atomics"; "": a
                           * time */
    const char *per;      /* path of a number that divides `number`; "": none */
    bool deviation;       /* true if the bounds are on the distance of the ratio from 1 */
    const char *device;   /* name of the device; "": no device has a point */
    struct claim_side side[2];
    int sides;             /* number of sides; 1 if the value of a single strategy is bounded */
    double published;      /* value in the paper, or the first of its range; NAN: none */
    double published_most; /* last value of the paper's range; equal to `published` if there is no
                            * range */
    const cJSON *entry;    /* places of the paper's value in results/published/, a list of texts;
                            * NULL: none */
    double above, below;   /* bounds; 0 and INFINITY if there are none */
    enum claim_verdict verdict;
    struct claim_point *point; /* points; the first decides the verdict */
    int64_t points;
    int64_t tally[CLAIM_VERDICTS]; /* numbers of points with each verdict */
};

struct claims {
    struct claim *item;
    int64_t count;
    cJSON *list; /* JSON document that the texts point into */
};

/**
 * Evaluates the claims in the config of a results file with the file's cases, device by device, and
 * appends them. The records must outlive the claims. EXIT_USAGE if `results` (read from `file`) has
 * no claims, or invalid ones.
 */
bool claims_add(struct claims *claims, const struct records *records, const cJSON *results,
                const char *file, struct error *error);

/** Exit code of `pairlanes claims --strict`, in addition to EXIT_OK and EXIT_USAGE. */
enum { CLAIMS_FAIL = 1 };

/** Returns CLAIMS_FAIL if a claim fails, otherwise EXIT_OK. */
int claims_exit_code(const struct claims *claims);

/**
 * Returns the name of a verdict: "holds", "exceeded", "holds no more", "undecided" or "no data".
 */
const char *claim_verdict_name(enum claim_verdict verdict);

/** Frees claims, which may be zeroed. */
void claims_free(struct claims *claims);
