/* Errors of forces that follow from rounded distances. */
#pragma once

#include "harness/particles/cells.h"
#include "harness/particles/topology.h"
#include "harness/physics/reference.h"

/** Search for the pairs of single particles. Zeroed: not begun. */
struct rounding {
    const struct reference *reference;
    double share; /* error of a distance, relative to itself */
    struct topology topology;
    struct cells cells;
};

/** Prepares questions about the particles of a reference, whose system is known. */
bool rounding_start(const struct reference *reference, double share, struct rounding *rounding,
                    struct error *error);

/**
 * Computes the changes of the force and the torque on a particle if distances of its pairs are off
 * by the share of themselves, or of the difference of coordinates across the border of the box, and
 * the particle by the share of the range in its bonded terms. They are large where the forces of a
 * steep pair function cancel, or vanish at the cut-off. Only one thread may ask.
 */
void rounding_changes(const struct rounding *rounding, int64_t i, double changes[2]);

/** Frees the arrays. A zeroed search may be ended. */
void rounding_end(struct rounding *rounding);
