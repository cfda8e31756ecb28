/* Restraints of positions (harness/physics/shared/restraint.h) on the CPU. */
#pragma once

#include "harness/particles/system.h"
#include "harness/physics/forces.h"

/**
 * Adds the forces of restraints to the sums. Adds their virials if the sums contain virials,
 * otherwise their energies.
 */
void restraints_add(const struct system *system, struct force_sums *forces);

/** Returns the energy of all restraints of a system. */
double restraints_energy(const struct system *system);
