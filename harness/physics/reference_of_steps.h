/*
 * Computes the reference of the forces that move particles: with restraints, and without forces on
 * virtual sites.
 */
#pragma once

#include "harness/physics/reference.h"

/**
 * Adds the forces of a system's restraints to the reference. Moves the forces on virtual sites to
 * the particles that define the sites. Energies and virials do not change. `system` has the
 * particles of the reference in the precision of their motion. EXIT_ENVIRONMENT if memory runs out.
 */
bool reference_of_steps(const struct system *system, struct reference *reference,
                        struct error *error);

/** Returns the bytes of memory that reference_of_steps needs. */
double reference_of_steps_bytes(const struct system *system);
