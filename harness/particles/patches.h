/*
 * Patches of particles, and the pairs of patches in range: the input of `tile` instead of a list.
 */
#pragma once

#include "harness/base/error.h"
#include "harness/particles/system.h"

#include <stdint.h>

/**
 * A grid over the box; a patch has the particles of one of its boxes. The partners of patch p are
 * partner[k], shifted by image[3 k] … image[3 k + 2] boxes, for k from partner_start[p] to
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
    int64_t pairs; /* pairs of particles in partner patches, except those of a particle with
                    * itself */

    /* places of the sums of pair k: output[k] … output[k + 1] - 1, one for each particle of
       partner[k], none for a patch with itself. Pairs that end at patch p from other patches:
       incoming[incoming_start[p]] … */
    int64_t *output;
    int64_t *incoming_start;
    int64_t *incoming;
};

/** Returns the edge of patches of about `size` particles. */
double patches_edge(const struct system *system, int size);

/**
 * Builds patches with edges of at least `edge` and, for each, its partners: all patches whose boxes
 * are within `cutoff` of its own, itself first, and in a small box some in several images. With
 * `reciprocal` each pair of patches is listed once, and `output`, `incoming_start` and `incoming`
 * are filled, otherwise NULL. The box must be at least twice the cut-off. Zeroed or earlier patches
 * are replaced.
 */
bool patches_build(const struct system *system, double cutoff, double edge, bool reciprocal,
                   struct patches *patches, struct error *error);

/** Returns the total places for sums; 0 unless reciprocal. */
int64_t patches_outputs(const struct patches *patches);

/** Returns the bytes of all arrays. */
int64_t patches_bytes(const struct patches *patches);

/** Returns the number of patches in range of one, itself included, for patches with these edges. */
int64_t patches_partners(const double edge[3], double cutoff, bool reciprocal);

/** Returns the memory of patches_build; `outputs` becomes about what patches_outputs returns. */
struct footprint patches_footprint(const struct system *system, double cutoff, double edge,
                                   bool reciprocal, double *outputs);

/** Frees the arrays and zeroes the rest. Zeroed patches may be freed. */
void patches_free(struct patches *patches);
