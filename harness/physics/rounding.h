/* Errors of forces that follow from rounding of distances. */
#pragma once

#include "harness/particles/cells.h"
#include "harness/particles/topology.h"
#include "harness/physics/reference.h"

/** Search for the pairs of single particles; zeroed: not started. */
struct rounding {
    const struct reference *reference;
    double share; /* error of a distance relative to itself, or to half of the box */
    double turn;  /* error of an orientation, as an angle; 0: none */
    struct topology topology;
    struct cells cells;
};

/** Prepares questions about the particles of a reference, whose system is known. `angle`: error of
 * orientations. */
bool rounding_start(const struct reference *reference, double share, double angle,
                    struct rounding *rounding, struct error *error);

/**
 * Computes the changes of the force and the torque on a particle if distances of its pairs are off
 * by the share of themselves, or of half of the box if that is larger, because kernels shift
 * coordinates by the box; and the particle in its bonded terms by the same; and if it is turned.
 * They are large where the forces of a steep pair function cancel, or vanish at the cut-off. Only
 * one thread may ask.
 */
void rounding_changes(const struct rounding *rounding, int64_t i, double changes[2]);

/** Frees the arrays of a search, which may be zeroed. */
void rounding_end(struct rounding *rounding);
