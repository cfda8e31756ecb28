/* Searches the value of a setting at which one strategy becomes faster than another. */
#pragma once

#include "harness/base/error.h"

#include <stdbool.h>

enum { BISECTION_PROBES = 16 };

/**
 * Time ratio of strategies A and B at a value, with its 95 % interval. If it is below 1, A is
 * faster.
 */
struct probe {
    double at;
    double ratio, low, high;
    bool again;    /* true if it was measured twice; the second result counts */
    bool doubtful; /* true if the measurement was disturbed; it then determines no order */
};

/** Returns the nearest value that can be measured. */
typedef double bisection_place(void *context, double at);

struct bisection_options {
    double low, high;     /* positive ends of the range of values */
    int grid;             /* initial number of values, at least 2, including both ends */
    const double *places; /* values to begin with; NULL: evenly spaced in the logarithm */
    double width;         /* largest ratio of the ends of a narrow interval */
    bisection_place *place;
};

/** Measures the ratio at `probe->at`. */
typedef bool bisection_measure(void *context, struct probe *probe, struct error *error);

struct crossing {
    struct probe probe[BISECTION_PROBES]; /* all measured probes, sorted by value */
    int probes;
    int changes;      /* number of changes of order between significant neighboring probes */
    double at;        /* value at the first change, where the interpolated ratio is 1 */
    double low, high; /* values where the bounds of the ratio's interval are 1 */
    bool surely_a;    /* true if A is significantly faster below this value */
};

/**
 * Measures at a grid of values. Finds the first two neighbors at which different strategies are
 * significantly faster. Then halves the widest interval between them, until all intervals are
 * narrow. If both neighbors of a value agree and contradict it, it is measured once more. Fails
 * like `measure`.
 */
bool bisection_run(const struct bisection_options *options, bisection_measure *measure,
                   void *context, struct crossing *crossing, struct error *error);
