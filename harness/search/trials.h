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

/** A search_means that measures on the bench; `trials` has to outlive it. */
struct search_means trials_means(struct trials *trials);
