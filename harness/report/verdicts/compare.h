/*
 * Tells what changed between two builds on one machine. The same cases are measured before and
 * after, and each gets a verdict that a gate can act on.
 *
 * Times: a case is slower only if the whole confidence interval of the ratio of medians (ratio.h)
 * lies above 1 + margin, margin = max(threshold, 3 x A/A noise, noise.h), and the ratio of the
 * first quartiles lies above it too, because other programs on the machine lengthen only the tail.
 * If a side has several runs, every pairing of a run before with a run after must show this: that
 * is the confirmation. The noise is the calibrated one, or what the runs of one side show among
 * themselves if that is more. The placement of memory and other programs shift a whole run, so that
 * no number of samples within one run shows this noise. Counts are exact: whatever exceeds the
 * threshold (0 unless given) is a change.
 *
 * Where both sides are of one commit, with the same kernels, times cannot have changed: what
 * differs is the machine. With a single run each and no calibrated noise nothing tells how much
 * that is, and such times are inconclusive at most. That holds for a tree with uncommitted changes
 * ("-dirty") too, where each case has the same kernel's hash and compiler. The hash does not cover
 * what builds lists on a CPU: whether a change of that shows is for several runs of each, or a
 * noise file, to tell.
 *
 * A time that is not to be trusted (trust.h) in any run shows no change, nor, if that is for what
 * the machine did, that there is none: it is inconclusive.
 */
#ifndef PAIRLANES_COMPARE_H
#define PAIRLANES_COMPARE_H

#include "harness/base/error.h"
#include "harness/results/noise.h"
#include "harness/results/record.h"

#include <stdbool.h>
#include <stdint.h>

enum verdict {
    VERDICT_SAME,         /* shown to differ by no more than threshold and calibrated noise */
    VERDICT_INCONCLUSIVE, /* shown neither to differ nor to be the same */
    VERDICT_LESS,         /* faster, or fewer */
    VERDICT_MORE,         /* slower, or more: the gate closes */
    VERDICT_BROKEN,       /* ran before, fails now: the gate closes */
    VERDICT_MISSING,      /* ran before, is absent now */
    VERDICT_NEW,          /* was absent before */
    VERDICTS
};

/** Exit codes of a comparison besides EXIT_OK and EXIT_USAGE. */
enum { COMPARE_MORE = 1, COMPARE_INCONCLUSIVE = 3 };

struct compare_options {
    double threshold; /* relative; if negative, 2 % for times and 0 for counts */
    bool strict, counts_only;
    const struct noise *noise;
};

/** One quantity of one case. */
struct comparison {
    const struct record *base, *head; /* of the first runs that have it; NULL if none has */
    const char *quantity, *unit;      /* "force", "ns"; for a case as a whole "case", "" */
    enum verdict verdict;
    const struct record *doubted; /* the first of its runs whose time is not to be trusted, which
                                     made it inconclusive; NULL: none */
    const struct timing *doubted_time;
    double before, after;    /* median over all runs' samples, or the count */
    double ratio, low, high; /* after / before; its interval, the union over all pairings */
    double margin;
};

struct comparisons {
    struct comparison *item;
    int64_t count, capacity;
    int64_t tally[VERDICTS];
    int base_runs, head_runs;
    bool unconfirmed; /* one build on both sides, a run each, and no noise: no time is a change */
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

/** EXIT_OK, COMPARE_MORE or, if `strict`, COMPARE_INCONCLUSIVE. */
int compare_exit_code(const struct comparisons *comparisons, bool strict);

/** "slower", "fewer" …: the verdict in words that fit the quantity. */
const char *compare_verdict(const struct comparison *comparison);

/** Frees the comparisons. */
void compare_free(struct comparisons *comparisons);

#endif
