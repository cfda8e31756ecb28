/* Exact counts of a case's work. */
#pragma once

#include "harness/backend/backend.h"
#include "harness/catalog/strategy.h"
#include "harness/physics/reference.h"

#include <stdint.h>

/**
 * Counts of pairs and atomics. Each pair counts once, except in pairs_listed, where it counts as
 * often as it is in the list.
 */
struct counts {
    int64_t pairs_listed;             /* entries of the list; for patches the pairs tested */
    int64_t pairs_in_cutoff;          /* pairs within the model's range */
    int64_t pairs_interacting;        /* pairs that interact according to the pair function */
    int64_t branches[MODEL_BRANCHES]; /* pairs that take each branch of the pair function */
    int64_t atomics; /* vectors of force or torque that a call adds to memory shared by threads; -1:
                      * unknown */
};

/** Computes the counts of a case from the sizes of its structure and the reference. */
struct counts counts_of(const struct strategy *strategy, const struct structure_sizes *sizes,
                        const struct reference *reference);
