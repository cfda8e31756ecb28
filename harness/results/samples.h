/* The samples of recorded times. */
#pragma once

#include "harness/base/error.h"
#include "harness/results/record.h"

/** The nanoseconds of a call. If zeroed, there are none. The caller frees `value`. */
struct samples {
    double *value;
    int count;
};

/**
 * Appends the samples of a time that was read from `file`. EXIT_USAGE if it has none, or if one of
 * them is not a time.
 */
bool samples_append(struct samples *samples, const struct timing *timing, const char *file,
                    struct error *error);
