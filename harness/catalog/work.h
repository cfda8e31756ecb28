/*
 * Work of a force call, from its model's declarations and its strategy's reads. It is the same on
 * every device, and serves for comparison with ceilings; it is not the number of executed
 * instructions.
 */
#pragma once

#include "harness/catalog/model.h"
#include "harness/catalog/precision.h"
#include "harness/catalog/strategy.h"

#include <stdint.h>

/** The counts and sizes that decide the work of a call. */
struct work_case {
    const struct model *model;
    const struct strategy *strategy;
    enum precision precision;
    int patch; /* particles per patch, if the structure lists no pairs and has such a tuning */
    bool reciprocal; /* true if kernels of patches evaluate each pair once */
    double n, pairs_listed, pairs_in_cutoff;
    const int64_t *branches; /* pairs that take each branch of the model; NULL: not known */
};

/** The work of one call. */
struct work {
    double flops, special; /* flops and special functions of the evaluated pairs, as in struct
                            * model_work */
    double bytes;          /* streamed bytes, and the partner's position for each pair */
    double streamed;       /* bytes of the list, the positions and the forces, each once, and of
                            * forces stored by pair, each time they are stored or read */
};

/** Reals of a position, orientation, force or torque in memory. */
enum { WORK_VECTOR = 4 };

/**
 * Computes the work. The pairs that a list holds count as evaluated. With bodies or patches only
 * those within the cut-off count, because kernels skip the others. A position read for a patch
 * serves all of its particles. Positions include orientations, and forces torques. Bonded terms and
 * branches of unknown frequency are left out.
 */
struct work work_of(const struct work_case *spec);
