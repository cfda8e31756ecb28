/*
 * Restraints of positions, for C and CUDA C. U = sum over the axes of k d^2 / 2, where d is the
 * vector from the reference place to the particle's nearest image, as in GROMACS' [
 * position_restraints ] of function 1. Places are fractions of the box, and move with it (GROMACS:
 * refcoord-scaling all).
 */
#ifndef PAIRLANES_DEVICE_RESTRAINT_H
#define PAIRLANES_DEVICE_RESTRAINT_H

#include "harness/physics/shared/shared.h"

struct restraint {
    int member;
    double stiffness[3]; /* k along each axis, energy per squared length */
    double place[3];     /* reference place, as fractions of the edges from 0 to 1 */
};

/**
 * Computes the force on the particle at `at` in a box, and returns the energy. The virial, d . F,
 * is -2 times the energy.
 */
SHARED_FUNCTION double restraint_force(const struct restraint *restraint, const double at[3],
                                       const double edge[3], double force[3])
{
    double energy = 0;
    for (int d = 0; d < 3; d++) {
        double apart = at[d] - restraint->place[d] * edge[d];
        apart -= apart > edge[d] / 2 ? edge[d] : apart < -edge[d] / 2 ? -edge[d] : 0;
        force[d] = -restraint->stiffness[d] * apart;
        energy -= force[d] * apart / 2;
    }
    return energy;
}

#endif
