/* Compares devices of one kind: force calls of a few cases, each timed on all devices. */
#pragma once

#include "harness/base/error.h"
#include "harness/base/process/worker.h"
#include "harness/config/cases.h"
#include "harness/measure/dispatch/spread_queue.h"
#include "harness/results/results.h"

#include <stdbool.h>
#include <stdint.h>

/** Largest number of cases in the comparison: one per model. */
enum { SPREAD_COMPARED = 8 };

/** Time of a force call on a device, in ns; 0: not measured yet. */
struct spread_call {
    double median, low, high;
};

struct spread_compared {
    int64_t index; /* index of the case */
    struct spread_call call[WORKERS];
};

/** A comparison of devices; zeroed: none. */
struct spread_agreement {
    int count;
    struct spread_compared compared[SPREAD_COMPARED];
};

/**
 * Chooses one case per model for the comparison, among the wanted cases without a trajectory. It is
 * the first with the most particles up to 100,000. If all are larger, it is the first with the
 * fewest particles.
 */
void spread_agreement_choose(struct spread_agreement *agreement, const struct cases *cases,
                             spread_wanted *wanted);

/** Records the time of a case on a device, from the case's record. */
void spread_agreement_note(struct spread_agreement *agreement, int64_t index, int place,
                           const cJSON *item);

/**
 * Adds the comparisons to the results, with the numbers of the devices. Returns true if there are
 * any.
 */
bool spread_agreement_put(const struct spread_agreement *agreement, const int *device, int places,
                          struct results *results);

/**
 * Writes the result as a sentence with the largest spread. The devices agree (within 2 %), differ,
 * or cannot be distinguished. They differ if a case has a larger spread and its intervals do not
 * overlap. "" if nothing was compared.
 */
void spread_agreement_text(const struct spread_agreement *agreement, const int *device, int places,
                           const struct cases *cases, char *text, size_t size);
