/* Errors of forces that follow from rounding of distances. */
#pragma once

#include "harness/particles/cells.h"
#include "harness/particles/topology.h"
#include "harness/physics/reference.h"

/** Search for the pairs of single particles; zeroed: not started. */
struct rounding {
    const struct reference *reference;
    double share; /* rounding error of a distance, relative to it or to half of the box */
    double turn;  /* rounding error of an orientation, as an angle; 0: none */
    bool jumps;   /* true if partners at the range may be in or out of it; false after the start */
    struct topology topology;
    struct cells cells;
};

/**
 * Prepares the search for the particles of a reference with a known system. `angle` is the rounding
 * error of orientations.
 */
bool rounding_start(const struct reference *reference, double share, double angle,
                    struct rounding *rounding, struct error *error);

/**
 * Computes the change of a particle's force and torque by rounding errors. Distances of its pairs
 * have errors of `share` times the larger of the distance and half of the box, because kernels
 * shift coordinates by the box. In bonded terms the particle is displaced by the same errors. For
 * pairs and terms it is also turned by `angle`. The changes are large if forces of a steep pair
 * function cancel, or vanish at the cut-off. Only one thread at a time may call this.
 */
void rounding_changes(const struct rounding *rounding, int64_t i, double changes[2]);

/** Frees the arrays of a search, which may be zeroed. */
void rounding_end(struct rounding *rounding);
