/* Strategies ranked by time, each with its best setting. */
#pragma once

#include "harness/config/cases.h"
#include "harness/results/record.h"
#include "harness/search/estimate.h"

#include <stdbool.h>
#include <stddef.h>

enum { RANKED = 32, PLACING_OTHERS = 3 };

/** A strategy with its best setting. */
struct placing {
    struct record record; /* record of the measured case; if the time is interpolated, the
                           * nearest of the records */
    const struct record *others[PLACING_OTHERS]; /* other records for interpolating the time; NULL:
                                                  * none */
    struct estimate time;
};

/** Ranked strategies; zeroed: none. */
struct placings {
    struct placing row[RANKED];
    int count;
};

/**
 * Inserts a row at its rank. If the same strategy already has a row, only the faster row is kept.
 */
void placings_put(struct placings *placings, const struct placing *row);

/**
 * Returns the first row that leaves open which strategy is the fastest; NULL if none does. Either
 * the row's time cannot be trusted (trust.h), because a busy or throttled machine may have
 * lengthened it by any factor. Or the row's interval overlaps the interval of the first row.
 * `step`: the times belong to whole steps.
 */
const struct placing *placings_doubted(const struct placings *placings, bool step);

/** Whether a strategy has a row; whether all cases' strategies have a row. */
bool placings_has(const struct placings *placings, const char *strategy);
bool placings_cover(const struct placings *placings, const struct cases *cases);

/**
 * Writes the setting of a record for people: "lanes=8 block=128, order cell". Leaves out defaults
 * except tuning values and, if `step` is set, the skin.
 */
void placing_setting(const struct record *record, bool step, char *text, size_t size);
