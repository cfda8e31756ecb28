/* Predictions compared with measurements. */
#pragma once

#include "harness/base/error.h"
#include "harness/predict/predict_cases.h"

#include <stdint.h>

enum { ACCURACY_STRATEGIES = 64 };

/** Measured cases of a strategy. */
struct accuracy_strategy {
    const char *name; /* name of the strategy; NULL: all strategies */
    int cases;
    double ratio;       /* the median of predicted over measured time */
    double error;       /* the median of |predicted / measured − 1| */
    int fastest, named; /* systems in which the strategy is the fastest, and the number of those
                         * for which this was predicted */
};

/**
 * A system: particles, model, precision, skin and order with measurements of several strategies.
 */
struct accuracy_system {
    const struct predicted *fastest, *named; /* case with the least measured time, and case with
                                              * the least predicted time */
    bool right;                              /* true if their strategies are the same */
};

struct accuracy {
    struct accuracy_system *system;
    int systems, right;
    struct accuracy_strategy all, strategy[ACCURACY_STRATEGIES];
    int strategies;
    double loss; /* largest ratio of the measured times of the predicted fastest case and of the
                  * fastest case */
};

/**
 * Compares the predictions that have a measured time. EXIT_USAGE if there is none,
 * EXIT_ENVIRONMENT.
 */
bool accuracy_of(const struct predictions *predictions, struct accuracy *accuracy,
                 struct error *error);

void accuracy_free(struct accuracy *accuracy);
