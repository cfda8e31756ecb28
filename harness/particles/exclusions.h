/* Pairs of particles that are few bonds apart, which force fields of molecules exclude. */
#pragma once

#include "harness/base/error.h"

#include <stdint.h>

/** Pairs, the nearest first, each once, with the lower particle first. */
struct exclusions {
    int64_t count;
    int32_t (*pair)[2];
};

/**
 * Finds the pairs of n particles that are one to `reach` bonds apart. A bond joins the particles
 * bond[k][0] and bond[k][1], which are two and under n. EXIT_ENVIRONMENT if memory runs out.
 */
bool exclusions_find(int64_t n, const int32_t (*bond)[2], int64_t bonds, int reach,
                     struct exclusions *exclusions, struct error *error);

/** Frees the pairs. Zeroed exclusions may be freed. */
void exclusions_free(struct exclusions *exclusions);
