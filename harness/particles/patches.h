/*
 * Patches of particles and the pairs of patches in range: the input of `tile` in the place of a
 * list.
 */
#pragma once

#include "harness/base/error.h"
#include "harness/particles/system.h"

#include <stdint.h>

/**
 * A grid over the box; a patch is the particles of one of its boxes. The partners of patch p are
 * partner[k], displaced by image[3 k] … image[3 k + 2] boxes, for k from partner_start[p] to
 * partner_start[p + 1] - 1.
 */
struct patches {
    int64_t patches;
    int64_t *patch_start;
    int32_t *patch_particle;
    int count[3]; /* patches along each axis; their index runs fastest along x */
    int64_t *partner_start;
    int32_t *partner;
    int8_t *image;
    int64_t pairs; /* pairs of particles in partner patches, without a particle and itself */

    /* places of the sums of pair k: output[k] … output[k + 1] - 1, one for each particle of
       partner[k], none for a patch with itself. Pairs that end at patch p from other patches:
       incoming[incoming_start[p]] … */
    int64_t *output;
    int64_t *incoming_start;
    int64_t *incoming;
};

/** The edge of patches of about `size` particles. */
double patches_edge(const struct system *system, int size);

/**
 * Patches with edges of `edge` or more and, for each, all patches whose boxes come within `cutoff`
 * of its own: itself first, and one in several images where the box is small. With `reciprocal`
 * each pair of patches is there once, and `output`, `incoming_start` and `incoming` are filled,
 * otherwise NULL. The box must be at least twice the cut-off. Zeroed or earlier patches are
 * replaced.
 */
bool patches_build(const struct system *system, double cutoff, double edge, bool reciprocal,
                   struct patches *patches, struct error *error);

/** Places for sums in all; 0 unless reciprocal. */
int64_t patches_outputs(const struct patches *patches);

/** Bytes of all arrays. */
int64_t patches_bytes(const struct patches *patches);

/** The patches in range of one, itself included, where patches have these edges. */
int64_t patches_partners(const double edge[3], double cutoff, bool reciprocal);

/** Returns the memory of patches_build; `outputs` is about what patches_outputs will return. */
struct footprint patches_footprint(const struct system *system, double cutoff, double edge,
                                   bool reciprocal, double *outputs);

/** Frees the arrays and zeroes the rest. Zeroed patches may be freed. */
void patches_free(struct patches *patches);
