/* Predictions compared with measurements. */
#pragma once

#include "harness/base/error.h"
#include "harness/predict/predict_cases.h"

#include <stdint.h>

enum { ACCURACY_STRATEGIES = 64 };

/** The cases of a strategy that were measured. */
struct accuracy_strategy {
    const char *name; /* NULL: of all */
    int cases;
    double ratio;       /* the median of predicted over measured time */
    double error;       /* the median of |predicted / measured − 1| */
    int fastest, named; /* systems where the strategy is the fastest, and those of them where the
                           prediction says so */
};

/** A system: particles, model, precision, skin and order that several strategies were measured on.
 */
struct accuracy_system {
    const struct predicted *fastest, *named; /* the least measured, the least predicted time */
    bool right;                              /* their strategies are the same */
};

struct accuracy {
    struct accuracy_system *system;
    int systems, right;
    struct accuracy_strategy all, strategy[ACCURACY_STRATEGIES];
    int strategies;
    double loss; /* the largest of measured times of the case named over that of the fastest */
};

/**
 * Compares the predictions that have a measured time. EXIT_USAGE if there is none,
 * EXIT_ENVIRONMENT.
 */
bool accuracy_of(const struct predictions *predictions, struct accuracy *accuracy,
                 struct error *error);

void accuracy_free(struct accuracy *accuracy);
