/* Predictions compared with measurements. */
#pragma once

#include "harness/base/error.h"
#include "harness/predict/predict_cases.h"

#include <stdint.h>

enum { HELD_STRATEGIES = 64 };

/** The cases of a strategy that were measured. */
struct held_strategy {
    const char *name; /* NULL: of all */
    int cases;
    double ratio;       /* the median of predicted over measured time */
    double error;       /* the median of |predicted / measured − 1| */
    int fastest, named; /* systems where the strategy is the fastest, and those of them where the
                           prediction says so */
};

/** A system: particles, model, precision, skin and order that several strategies were measured on.
 */
struct held_system {
    const struct predicted *fastest, *named; /* the least measured, the least predicted time */
    bool right;                              /* their strategies are the same */
};

struct held {
    struct held_system *system;
    int systems, right;
    struct held_strategy all, strategy[HELD_STRATEGIES];
    int strategies;
    double loss; /* the largest of measured times of the case named over that of the fastest */
};

/**
 * Compares the predictions that have a measured time. EXIT_USAGE if there is none,
 * EXIT_ENVIRONMENT.
 */
bool held_of(const struct predictions *predictions, struct held *held, struct error *error);

void held_free(struct held *held);
