/* Quantities of a record that are compared between two versions of the program. */
#pragma once

#include "harness/results/record.h"

#include <stdbool.h>

enum compared_kind {
    COMPARED_TIME,    /* time, with noise from run to run */
    COMPARED_COUNT,   /* count without noise; an increase is worse */
    COMPARED_NEARLY,  /* count that is exact up to 0.1 %, which interrupts may add */
    COMPARED_PHYSICS, /* number that depends only on the particles; any change is an error */
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
 * Returns the value of a quantity. For a time it is the median in ns. NAN if the record has none.
 */
double compared_value(const struct record *record, int quantity);

/** Returns the samples of a quantity if it is a time; NULL if it is not. */
const struct timing *compared_timing(const struct record *record, int quantity);
