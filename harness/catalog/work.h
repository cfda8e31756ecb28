/*
 * Work of a force call, from what its model declares and its strategy reads, the same on every
 * device: for comparison with ceilings, not the number of executed instructions.
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
    int patch; /* particles per patch, of structures that list no pairs and have such a tuning */
    bool reciprocal; /* their kernels evaluate each pair once */
    double n, pairs_listed, pairs_in_cutoff;
    const int64_t *branches; /* pairs that take each branch of the model; NULL: not known */
};

/** The work of one call. */
struct work {
    double flops, special; /* values of the pairs evaluated, as in struct model_work */
    double bytes;          /* streamed, and of each pair the position of its partner */
    double streamed;       /* bytes of the list, the positions and the forces, each once, and of
                              forces that are stored by pair, each time */
};

/** Reals of a position, orientation, force or torque in memory. */
enum { WORK_VECTOR = 4 };

/**
 * Computes the work. The pairs that a list holds count as evaluated. With bodies, or with patches,
 * only those within the cut-off do, for kernels skip the others, each in its own manner. A position
 * read for a patch serves all of its particles. Positions include orientations, and forces torques.
 * Bonded terms are left out, and so are branches whose frequencies are not known.
 */
struct work work_of(const struct work_case *spec);
