/* The trials of a search, measured on a bench. */
#pragma once

#include "harness/search/bench.h"
#include "harness/search/candidates.h"
#include "harness/search/search.h"

/** Spaces of a search, and their bench. */
struct trials {
    struct bench *bench;
    const struct candidates *candidates; /* candidates of each space */
};

/** Returns functions that measure on the bench; `trials` has to outlive them. */
struct search_means trials_means(struct trials *trials);
