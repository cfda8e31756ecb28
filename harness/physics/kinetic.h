/* Kinetic energies of rigid bodies: the same bits for every number of threads. */
#pragma once

#include "harness/catalog/model.h"
#include "harness/particles/system.h"
#include "harness/physics/shared/common_motion.h"

#include <stdbool.h>
#include <stdint.h>

/** Two numbers, for translation and for rotation: energies, or degrees of freedom. */
struct kinetic {
    double translation, rotation;
};

/** Computes the kinetic energies of a system with velocities and, if it is oriented, spins. */
struct kinetic kinetic_energies(const struct system *system, const struct particle_type *types,
                                bool oriented);

/**
 * Counts degrees of freedom: three of each particle that is not a virtual site, less the
 * constraints, and one for each moment of inertia that is not 0.
 */
struct kinetic kinetic_degrees(const struct system *system, const struct particle_type *types,
                               bool oriented);

/** Computes a particle's place relative to the centre of the box. */
void kinetic_place(const struct system *system, int64_t i, double r[3]);

/** Finds the common translation of a system with velocities, and with `turns` its rotation. */
void kinetic_common_motion(const struct system *system, const struct particle_type *types,
                           bool turns, struct common_motion *motion);

/** Whether a body of this type rotates: it has a moment of inertia. */
bool kinetic_turns(const struct particle_type *type);

/** Multiplies all velocities and all spins. */
void kinetic_scale(struct system *system, bool oriented, double translation, double rotation);
