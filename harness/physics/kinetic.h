/* Kinetic energies of rigid bodies; results have the same bits for every number of threads. */
#pragma once

#include "harness/catalog/model.h"
#include "harness/particles/system.h"
#include "harness/physics/shared/common_motion.h"

#include <stdbool.h>
#include <stdint.h>

/** Two numbers, for translation and rotation: kinetic energies, or degrees of freedom. */
struct kinetic {
    double translation, rotation;
};

/** Computes the kinetic energies of a system with velocities and, if it is oriented, spins. */
struct kinetic kinetic_energies(const struct system *system, const struct particle_type *types,
                                bool oriented);

/**
 * Counts degrees of freedom. Translation: three per particle that is not a virtual site, minus the
 * number of constraints. Rotation: one per moment of inertia that is not 0.
 */
struct kinetic kinetic_degrees(const struct system *system, const struct particle_type *types,
                               bool oriented);

/** Computes the position of a particle relative to the centre of the box. */
void kinetic_place(const struct system *system, int64_t i, double r[3]);

/**
 * Computes the common translation of a system with velocities and, with `turns`, its common
 * rotation.
 */
void kinetic_common_motion(const struct system *system, const struct particle_type *types,
                           bool turns, struct common_motion *motion);

/** Whether particles of a type rotate: their moment of inertia is not zero. */
bool kinetic_turns(const struct particle_type *type);

/** Multiplies all velocities by one factor and, if `oriented`, all spins by another. */
void kinetic_scale(struct system *system, bool oriented, double translation, double rotation);
