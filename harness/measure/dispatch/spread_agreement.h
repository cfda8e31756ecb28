/* Whether devices of one kind agree: force calls of a few cases, each timed on all of them. */
#pragma once

#include "harness/base/error.h"
#include "harness/base/process/worker.h"
#include "harness/config/cases.h"
#include "harness/measure/dispatch/spread_queue.h"
#include "harness/results/results.h"

#include <stdbool.h>
#include <stdint.h>

/** Most cases in the comparison, one of each model. */
enum { SPREAD_COMPARED = 8 };

/** Time of a force call on a device, in nanoseconds; 0: none yet. */
struct spread_call {
    double median, low, high;
};

struct spread_compared {
    int64_t index; /* index of the case */
    struct spread_call call[WORKERS];
};

/** Zeroed: no comparison. */
struct spread_agreement {
    int count;
    struct spread_compared compared[SPREAD_COMPARED];
};

/**
 * Chooses the cases of the comparison: for each model a wanted case without a trajectory, with the
 * most particles up to 100,000, or otherwise with the fewest. Among equal ones the first.
 */
void spread_agreement_choose(struct spread_agreement *agreement, const struct cases *cases,
                             spread_wanted *wanted);

/** Records the measurement of a device from a case of the results. */
void spread_agreement_note(struct spread_agreement *agreement, int64_t index, int place,
                           const cJSON *item);

/**
 * Adds the comparisons to the results, by the number of each device. Returns true if there are any.
 */
bool spread_agreement_put(const struct spread_agreement *agreement, const int *device, int places,
                          struct results *results);

/**
 * Writes the result as a sentence: the largest spread, and whether the devices agree (within 2 %),
 * differ (by more, in a case whose intervals do not overlap), or cannot be distinguished. "" if
 * nothing was compared.
 */
void spread_agreement_text(const struct spread_agreement *agreement, const int *device, int places,
                           const struct cases *cases, char *text, size_t size);
