/* Data of CPU kernels of `bvh`: room for the tree of boxes that each force call makes. */
#ifndef PAIRLANES_STRATEGIES_BVH_CPU_BVH_H
#define PAIRLANES_STRATEGIES_BVH_CPU_BVH_H

#include "strategies/cpu_patches.h"

enum {
    CPU_BVH_LEAF = 16,  /* consecutive particles in a leaf, with a box around them */
    CPU_BVH_ARITY = 16, /* boxes in a box of the next level: as many as lanes of a vector */
    CPU_BVH_LEVELS = 9, /* most levels, leaves included */
    CPU_BVH_SIDES = 6,  /* numbers of a box: centre and half of the width along each axis */
};

/**
 * The leaves, as patches whose particles are in the order of memory. Box k of level l is around
 * boxes CPU_BVH_ARITY * k … of the level below; number s of it is place
 * (first[l] / CPU_BVH_ARITY * CPU_BVH_SIDES + s) * CPU_BVH_ARITY + … of the outputs, so that the
 * boxes in one box are vectors.
 */
struct cpu_bvh {
    struct cpu_patches leaves; /* leaves; only start and particle are set */
    int top;                   /* the last level, which has one box */
    int64_t boxes[CPU_BVH_LEVELS];
    int64_t first[CPU_BVH_LEVELS]; /* multiples of CPU_BVH_ARITY */
};

#endif
