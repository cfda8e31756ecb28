/* Patches, for the CPU. */
#ifndef PAIRLANES_STRATEGIES_CPU_PATCHES_H
#define PAIRLANES_STRATEGIES_CPU_PATCHES_H

#include "strategies/cpu_arguments.h"

/**
 * Patches: the particles of patch p are start[p] … start[p + 1] - 1 in `particle`; its partner
 * patches are partner_start[p] … in partner, each with the periodic image (multiples of the box,
 * three per partner) to add to its particles.
 */
struct cpu_patches {
    int64_t patches;
    const int64_t *start;
    const int32_t *particle;
    const int64_t *partner_start;
    const int32_t *partner;
    const int8_t *image;

    /*
     * NULL unless each pair of patches occurs once: the sums for the particles of partner[k] are
     * vectors output[k] … output[k + 1] - 1, and those of patch p are gathered from the pairs
     * incoming[incoming_start[p]] … incoming[incoming_start[p + 1] - 1]
     */
    const int64_t *output;
    const int64_t *incoming_start;
    const int64_t *incoming;
};

static inline const struct cpu_patches *patches_of(const struct cpu_arguments *a)
{
    return (const struct cpu_patches *)a->neighbors;
}

#endif
