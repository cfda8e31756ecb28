/* Reads the samples of recorded times. */
#pragma once

#include "harness/base/error.h"
#include "harness/results/record.h"

/** Times of calls in ns; zeroed: none. The caller frees `value`. */
struct samples {
    double *value;
    int count;
};

/**
 * Appends the samples of a time from the results in `file`. EXIT_USAGE if there are none, or if one
 * is not a valid time.
 */
bool samples_append(struct samples *samples, const struct timing *timing, const char *file,
                    struct error *error);
