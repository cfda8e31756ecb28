/* Quantities of a record by which two versions are compared. */
#pragma once

#include "harness/results/record.h"

#include <stdbool.h>

enum compared_kind {
    COMPARED_TIME,    /* varies from run to run */
    COMPARED_COUNT,   /* exact: more is worse */
    COMPARED_NEARLY,  /* exact to 0.1 %, which interrupts may add */
    COMPARED_PHYSICS, /* exact, depends only on the particles: any change is wrong */
    COMPARED_ERROR,   /* varies with the order of sums */
};

struct compared {
    const char *name, *unit;
    enum compared_kind kind;
};

/** Returns the number of quantities; times come first. */
int compared_count(void);

/** Describes quantity `quantity`, from 0 on. */
const struct compared *compared_info(int quantity);

/** Returns the value of a quantity, for a time its median in ns; NAN if the record has none. */
double compared_value(const struct record *record, int quantity);

/** Returns the samples of a time; NULL if the quantity has none. */
const struct timing *compared_timing(const struct record *record, int quantity);
