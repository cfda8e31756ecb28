/* Kinetic energies of rigid bodies: the same bits for every number of threads. */
#ifndef PAIRLANES_KINETIC_H
#define PAIRLANES_KINETIC_H

#include "harness/catalog/model.h"
#include "harness/particles/system.h"

#include <stdbool.h>
#include <stdint.h>

/** A number for translation and one for rotation: energies, or degrees of freedom. */
struct kinetic {
    double translation, rotation;
};

/** The kinetic energies of a system with velocities and, where it is oriented, spins. */
struct kinetic kinetic_energies(const struct system *system, const struct particle_type *types,
                                bool oriented);

/** Degrees of freedom: three of each particle, and one for each moment of inertia but 0. */
struct kinetic kinetic_degrees(const struct system *system, const struct particle_type *types,
                               bool oriented);

/** Whether a body of this type turns: it has a moment of inertia. */
bool kinetic_turns(const struct particle_type *type);

/** Multiplies all velocities and all spins. */
void kinetic_scale(struct system *system, bool oriented, double translation, double rotation);

#endif
