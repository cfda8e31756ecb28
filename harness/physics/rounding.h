/* Errors of forces that follow from rounded distances. */
#pragma once

#include "harness/particles/topology.h"
#include "harness/physics/reference.h"

/**
 * Computes the changes of the force and the torque on a particle of a reference if distances of its
 * pairs are off by a `share` of themselves: sums over its pairs, without bonded terms. They are
 * large where the forces of a steep pair function cancel. Takes a time proportional to the number
 * of particles. `topology` is that of the reference's system.
 */
void rounding_changes(const struct reference *reference, const struct topology *topology, int64_t i,
                      double share, double changes[2]);
