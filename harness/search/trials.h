/* Measures the trials of a search on a bench. */
#pragma once

#include "harness/search/bench.h"
#include "harness/search/candidates.h"
#include "harness/search/search.h"

/** The spaces of a search, and the bench that measures them. */
struct trials {
    struct bench *bench;
    const struct candidates *candidates; /* settings of each space */
};

/** Returns the functions that measure on the bench; `trials` has to outlive them. */
struct search_means trials_means(struct trials *trials);
