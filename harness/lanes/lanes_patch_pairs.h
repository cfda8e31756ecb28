/* Pairs of patches in the blocks of a launch, for the replays of their lanes. */
#pragma once

#include "harness/lanes/lanes.h"
#include "harness/particles/topology.h"

/** Common data of all blocks of a launch. */
struct patch_launch {
    const struct lanes_input *input;
    double edge; /* least edge of patches */
    bool once;   /* true if each pair of patches has one block */
    int places;  /* room for particles in a block */
    bool image;  /* true if the box is too small for one image per pair of patches; set by the
                  * walk */
    const struct gpu_cells *cells;   /* cells; set by the walk */
    const struct topology *topology; /* topology; set by the walk */
    const void *kernel;              /* data of the block in addition to its patches */
};

struct patch_place {
    double r[3];
    int64_t index; /* index within its patch */
    int64_t particle;
};

/** A block: a pair of patches, and the shifts of both. */
struct patch_block {
    int64_t first, second;
    double shift_first[3], shift_second[3];
    struct patch_place *places; /* launch->places */
    struct lane_counts *lanes;
};

/** Calls block(launch, …) for each pair of patches of a launch, on all cores, and adds up their
 * lanes. */
bool patch_pairs_walk(const struct patch_launch *wanted,
                      void (*block)(const struct patch_launch *, const struct patch_block *),
                      struct lane_counts *lanes, struct error *error);

int64_t patch_pairs_size(const struct patch_launch *launch, int64_t patch);

/** Returns particle k of a patch. */
struct patch_place patch_pairs_place(const struct patch_launch *launch, int64_t patch, int64_t k,
                                     const double shift[3]);

/** Returns the flags of a pair, enum gpu_pair; 0 for an excluded one. */
uint32_t patch_pairs_flags(const struct patch_launch *launch, const struct patch_place *p,
                           const struct patch_place *q);
