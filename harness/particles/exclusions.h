/* Finds pairs of particles that few bonds connect, which force fields of molecules exclude. */
#pragma once

#include "harness/base/error.h"

#include <stdint.h>

/**
 * Excluded pairs, sorted by the number of bonds; each occurs once, with the lower particle first.
 */
struct exclusions {
    int64_t count;
    int32_t (*pair)[2];
};

/**
 * Finds the pairs of n particles that are one to `reach` bonds apart. Bond k joins the particles
 * bond[k][0] and bond[k][1], which differ and are below n. EXIT_USAGE if particles have more than
 * 1,000 others within reach on average, EXIT_ENVIRONMENT if memory runs out.
 */
bool exclusions_find(int64_t n, const int32_t (*bond)[2], int64_t bonds, int reach,
                     struct exclusions *exclusions, struct error *error);

/** Frees the pairs of exclusions, which may be zeroed. */
void exclusions_free(struct exclusions *exclusions);
