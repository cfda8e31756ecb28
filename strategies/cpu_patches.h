/* Patches of a grid and their partner patches, for the CPU. */
#ifndef PAIRLANES_STRATEGIES_CPU_PATCHES_H
#define PAIRLANES_STRATEGIES_CPU_PATCHES_H

#include "strategies/cpu_arguments.h"

/**
 * Patches: patch p has the particles particle[start[p]] … particle[start[p + 1] - 1]. Its partner
 * patches are partner[partner_start[p]] … Each has a periodic image: three multiples of the box
 * length that are added to the partner's coordinates.
 */
struct cpu_patches {
    int64_t patches;
    const int64_t *start;
    const int32_t *particle;
    const int64_t *partner_start;
    const int32_t *partner;
    const int8_t *image;

    /*
     * Used if each pair of patches occurs only once, otherwise NULL. Kernels store forces on the
     * particles of partner[k] in the outputs output[k] … output[k + 1] - 1. Patch p then adds up
     * the outputs of the pairs incoming[incoming_start[p]] … incoming[incoming_start[p + 1] - 1]
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
