/* The samples of recorded times. */
#pragma once

#include "harness/base/error.h"
#include "harness/results/record.h"

/** Nanoseconds of a call; zeroed: none. The caller frees `value`. */
struct samples {
    double *value;
    int count;
};

/**
 * Appends the samples of a time that was read from `file`. EXIT_USAGE if it has no samples, or one
 * that is not a time.
 */
bool samples_append(struct samples *samples, const struct timing *timing, const char *file,
                    struct error *error);
