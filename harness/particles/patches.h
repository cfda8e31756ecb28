/*
 * Patches of particles, and pairs of patches in range. The strategy `tile` reads these instead of a
 * neighbor list.
 */
#pragma once

#include "harness/base/error.h"
#include "harness/particles/system.h"

#include <stdint.h>

/**
 * A grid over the box; a patch has the particles of one cell. The partners of patch p are
 * partner[k], shifted by image[3 k] … image[3 k + 2] boxes. k runs from partner_start[p] to
 * partner_start[p + 1] - 1.
 */
struct patches {
    int64_t patches;
    int64_t *patch_start;
    int32_t *patch_particle;
    int count[3]; /* number of patches along each axis; x varies fastest in their index */
    int64_t *partner_start;
    int32_t *partner;
    int8_t *image;
    int64_t pairs; /* number of particle pairs in partner patches, without pairs of a particle
                    * with itself */

    /*
     * Places for the sums of patch pair k are output[k] … output[k + 1] - 1: one for each particle
     * of partner[k], none if a patch is its own partner. The pairs with partner p are
     * incoming[incoming_start[p]] …
     */
    int64_t *output;
    int64_t *incoming_start;
    int64_t *incoming;
};

/** Returns the edge of a patch that has about `size` particles. */
double patches_edge(const struct system *system, int size);

/**
 * Builds patches with edges of at least `edge`, and lists the partners of each: first itself, then
 * all patches within `cutoff`. In a small box some partners are listed with several images. With
 * `reciprocal` each pair of patches is listed once, and `output`, `incoming_start` and `incoming`
 * are filled in. Without it they are NULL. Each edge of the box must be at least twice the cut-off.
 * Zeroed or earlier patches are replaced.
 */
bool patches_build(const struct system *system, double cutoff, double edge, bool reciprocal,
                   struct patches *patches, struct error *error);

/** Returns the number of places for sums of all patch pairs; 0 if pairs are listed twice. */
int64_t patches_outputs(const struct patches *patches);

/** Returns the bytes of all arrays of patches. */
int64_t patches_bytes(const struct patches *patches);

/** Returns the number of partners of a patch, including itself, for patches with these edges. */
int64_t patches_partners(const double edge[3], double cutoff, bool reciprocal);

/**
 * Returns the estimated memory of patches_build; `outputs` becomes an estimate of patches_outputs.
 */
struct footprint patches_footprint(const struct system *system, double cutoff, double edge,
                                   bool reciprocal, double *outputs);

/** Frees the arrays and zeroes all members. Zeroed patches may be freed. */
void patches_free(struct patches *patches);
