/* Strategies in the order of their times, each with its best setting. */
#pragma once

#include "harness/config/cases.h"
#include "harness/results/record.h"
#include "harness/search/estimate.h"

#include <stdbool.h>
#include <stddef.h>

enum { RANKED = 32, PLACING_OTHERS = 3 };

/** A strategy in its best setting. */
struct placing {
    struct record record; /* record of the measured case, or the nearest of several */
    const struct record *others[PLACING_OTHERS]; /* other records if the time is interpolated
                                                  * between them; otherwise NULL */
    struct estimate time;
};

/** Placings; zeroed: none. */
struct placings {
    struct placing row[RANKED];
    int count;
};

/**
 * Inserts a row at its rank. It replaces a slower row of the same strategy, and is dropped if a
 * faster one exists.
 */
void placings_put(struct placings *placings, const struct placing *row);

/**
 * Returns the first row whose time leaves the fastest strategy undecided; NULL: none. It is the
 * first row with an untrusted time (trust.h); or a row measured on a busy or throttled machine,
 * which lengthens times by any factor; or a row whose interval overlaps that of the first. `step`:
 * the times are those of whole steps.
 */
const struct placing *placings_doubted(const struct placings *placings, bool step);

/** Whether a strategy has a row, and whether the strategy of each case has. */
bool placings_has(const struct placings *placings, const char *strategy);
bool placings_cover(const struct placings *placings, const struct cases *cases);

/**
 * Writes the setting of a record for people: "lanes=8 block=128, order cell". Usual values are left
 * out, except tuning values and, if `step`, the skin.
 */
void placing_setting(const struct record *record, bool step, char *text, size_t size);
