/* Restraints of positions (harness/physics/shared/restraint.h) on the CPU. */
#ifndef PAIRLANES_RESTRAINTS_H
#define PAIRLANES_RESTRAINTS_H

#include "harness/particles/system.h"
#include "harness/physics/forces.h"

/** Adds the restraints' forces to those of the particles, and their energies or virials, as the
 * sums have them. */
void restraints_add(const struct system *system, struct force_sums *forces);

#endif
