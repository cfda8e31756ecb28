/* Where along an axis one strategy overtakes another. */
#pragma once

#include "harness/base/error.h"

#include <stdbool.h>

enum { BISECTION_PROBES = 16 };

/** The time of A over that of B at a place, with its 95 % interval: below 1, A is faster. */
struct probe {
    double at;
    double ratio, low, high;
    bool again;    /* it was measured twice, and the second time counts */
    bool doubtful; /* disturbed by the machine: it has no order, whatever the interval */
};

/** Function that returns the nearest place that can be measured. */
typedef double bisection_place(void *context, double at);

struct bisection_options {
    double low, high;     /* the range, both above 0 */
    int grid;             /* places that are looked at first, 2 at least, both ends among them */
    const double *places; /* these `grid` places instead; NULL: evenly spaced in the logarithm */
    double width;         /* a stretch is narrow if its ends have a ratio of at most this */
    bisection_place *place;
};

/** Function that measures the ratio at `probe->at`. */
typedef bool bisection_measure(void *context, struct probe *probe, struct error *error);

struct crossing {
    struct probe probe[BISECTION_PROBES]; /* all that were measured, by their place */
    int probes;
    int changes;      /* changes of order between significant neighboring probes */
    double at;        /* place of the first change, where the ratio is 1, interpolated */
    double low, high; /* places where an end of the ratio's interval is 1 */
    bool surely_a;    /* A is the faster one below it */
};

/**
 * Measures at a grid of places, and then between the first two that differ significantly in order:
 * halves the widest stretch there, until all are narrow. A place whose order differs from that of
 * both its neighbors, which agree, is measured once more. Errors are those of `measure`.
 */
bool bisection_run(const struct bisection_options *options, bisection_measure *measure,
                   void *context, struct crossing *crossing, struct error *error);
