/* Search for the place along an axis where one strategy overtakes another. */
#pragma once

#include "harness/base/error.h"

#include <stdbool.h>

enum { BISECTION_PROBES = 16 };

/** Ratio of the time of A to that of B at a place, with its 95 % interval; below 1, A is faster. */
struct probe {
    double at;
    double ratio, low, high;
    bool again;    /* true if it was measured twice; the second time counts */
    bool doubtful; /* true if the machine disturbed it, so that it has no order */
};

/** Returns the nearest place that can be measured. */
typedef double bisection_place(void *context, double at);

struct bisection_options {
    double low, high;     /* range, both ends above 0 */
    int grid;             /* number of first places, at least 2, both ends included */
    const double *places; /* first places; NULL: evenly spaced in the logarithm */
    double width;         /* largest ratio of the ends of a narrow stretch */
    bisection_place *place;
};

/** Measures the ratio at `probe->at`. */
typedef bool bisection_measure(void *context, struct probe *probe, struct error *error);

struct crossing {
    struct probe probe[BISECTION_PROBES]; /* all measured probes, by place */
    int probes;
    int changes;      /* changes of order between significant neighboring probes */
    double at;        /* place of the first change, where the interpolated ratio is 1 */
    double low, high; /* places where an end of the ratio's interval is 1 */
    bool surely_a;    /* true if A is significantly faster below it */
};

/**
 * Measures at a grid of places, and then between the first two that differ significantly in order:
 * halves the widest stretch there, until all are narrow. A place whose order differs from that of
 * both its neighbors, which agree, is measured once more. Errors are those of `measure`.
 */
bool bisection_run(const struct bisection_options *options, bisection_measure *measure,
                   void *context, struct crossing *crossing, struct error *error);
