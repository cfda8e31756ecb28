/*
 * Work of a force call, computed from the operation counts that the model declares and the reads of
 * the strategy. It is the same on all devices, for comparison with ceilings. It is not the number
 * of executed instructions.
 */
#pragma once

#include "harness/catalog/model.h"
#include "harness/catalog/precision.h"
#include "harness/catalog/strategy.h"

#include <stdint.h>

/** Counts and sizes that determine the work of a force call. */
struct work_case {
    const struct model *model;
    const struct strategy *strategy;
    enum precision precision;
    int patch;       /* tuning `patch`, the number of particles per patch; 1: the strategy has no
                      * such tuning */
    bool reciprocal; /* true if kernels of patches evaluate each pair once */
    double n, pairs_listed, pairs_in_cutoff;
    const int64_t *branches; /* number of pairs that take each branch of the model; NULL: unknown */
};

/** Work of one force call. */
struct work {
    double flops, special; /* floating-point operations and special functions of the evaluated
                            * pairs, as in struct model_work */
    double bytes;          /* streamed bytes, and the partner's position for each pair */
    double streamed;       /* bytes of the list, the positions and the forces, each once; and bytes
                            * that store and read forces by pair */
};

/** Numbers of a position, orientation, force or torque in memory. */
enum { WORK_VECTOR = 4 };

/**
 * Computes the work. All pairs of a list count as evaluated. But for rigid bodies, and for patches,
 * only pairs within the cut-off count, because kernels skip farther pairs. A position that is read
 * for a patch is read once for all of its particles. Orientations count with the positions, and
 * torques with the forces. Bonded terms do not count, nor do branches if their numbers are unknown.
 */
struct work work_of(const struct work_case *spec);
