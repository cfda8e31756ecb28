/* Pairs of patches that the blocks of a launch evaluate, for replaying lanes. */
#pragma once

#include "harness/lanes/lanes.h"
#include "harness/particles/topology.h"

/** Data that all blocks of a launch share. */
struct patch_launch {
    const struct lanes_input *input;
    double edge; /* smallest edge of patches */
    bool once;   /* true if there is one block for each pair of patches */
    int places;  /* number of particles that a block has memory for */
    bool image;  /* true if the box is so small that a pair of patches may interact in several
                  * images; set by patch_pairs_walk */
    const struct gpu_cells *cells;   /* cells of the patches; set by patch_pairs_walk */
    const struct topology *topology; /* excluded pairs; set by patch_pairs_walk */
    const void *kernel;              /* data of a block besides its patches */
};

struct patch_place {
    double r[3];
    int64_t index; /* index in its patch */
    int64_t particle;
};

/** A block: a pair of patches, and the shifts of both to the nearest image. */
struct patch_block {
    int64_t first, second;
    double shift_first[3], shift_second[3];
    struct patch_place *places; /* memory for launch->places particles */
    struct lane_counts *lanes;
};

/**
 * Calls block(launch, …) for each pair of patches of a launch, in parallel, and sums the counts of
 * their lanes.
 */
bool patch_pairs_walk(const struct patch_launch *wanted,
                      void (*block)(const struct patch_launch *, const struct patch_block *),
                      struct lane_counts *lanes, struct error *error);

int64_t patch_pairs_size(const struct patch_launch *launch, int64_t patch);

/** Returns particle k of a patch, shifted by `shift`. */
struct patch_place patch_pairs_place(const struct patch_launch *launch, int64_t patch, int64_t k,
                                     const double shift[3]);

/** Returns the flags of a pair (enum gpu_pair); 0 for an excluded pair. */
uint32_t patch_pairs_flags(const struct patch_launch *launch, const struct patch_place *p,
                           const struct patch_place *q);
