/* Quantities of a record by which two versions of the program are compared. */
#pragma once

#include "harness/results/record.h"

#include <stdbool.h>

enum compared_kind {
    COMPARED_TIME,    /* varies from run to run */
    COMPARED_COUNT,   /* exact; an increase is worse */
    COMPARED_NEARLY,  /* exact up to 0.1 %, which interrupts may add */
    COMPARED_PHYSICS, /* exact; depends only on the particles, so that any change is an error */
    COMPARED_ERROR,   /* rounding error, which varies with the order of sums */
};

struct compared {
    const char *name, *unit;
    enum compared_kind kind;
};

/** Returns the number of quantities; times come first. */
int compared_count(void);

/** Returns the description of a quantity, counted from 0. */
const struct compared *compared_info(int quantity);

/**
 * Returns the value of a quantity, which is the median in ns for a time; NAN if the record has
 * none.
 */
double compared_value(const struct record *record, int quantity);

/** Returns the samples of a quantity that is a time; otherwise NULL. */
const struct timing *compared_timing(const struct record *record, int quantity);
