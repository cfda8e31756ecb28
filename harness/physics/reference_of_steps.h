/* The forces that move particles: with restraints, and without forces on virtual sites. */
#pragma once

#include "harness/physics/reference.h"

/**
 * Adds the forces of a system's restraints to the reference, and moves those on its virtual sites
 * to their makers; energies and virials stay. `system` has the reference's particles in the
 * precision of their motion. EXIT_ENVIRONMENT for memory.
 */
bool reference_of_steps(const struct system *system, struct reference *reference,
                        struct error *error);

/** Returns the memory that this takes. */
double reference_of_steps_bytes(const struct system *system);
