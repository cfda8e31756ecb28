/* Kinetic energies of rigid bodies: the same bits for every number of threads. */
#pragma once

#include "harness/catalog/model.h"
#include "harness/particles/system.h"
#include "harness/physics/shared/common_motion.h"

#include <stdbool.h>
#include <stdint.h>

/** A number for translation and one for rotation: energies, or degrees of freedom. */
struct kinetic {
    double translation, rotation;
};

/** The kinetic energies of a system with velocities and, where it is oriented, spins. */
struct kinetic kinetic_energies(const struct system *system, const struct particle_type *types,
                                bool oriented);

/** Degrees of freedom: three of each particle that is no virtual site, less the constraints, and
 * one for each moment of inertia but 0. */
struct kinetic kinetic_degrees(const struct system *system, const struct particle_type *types,
                               bool oriented);

/** Fills a particle's place relative to the centre of the box. */
void kinetic_place(const struct system *system, int64_t i, double r[3]);

/** Finds the translation of a system with velocities, and with `turns` its rotation. */
void kinetic_common_motion(const struct system *system, const struct particle_type *types,
                           bool turns, struct common_motion *motion);

/** Whether a body of this type rotates: it has a moment of inertia. */
bool kinetic_turns(const struct particle_type *type);

/** Multiplies all velocities and all spins. */
void kinetic_scale(struct system *system, bool oriented, double translation, double rotation);
