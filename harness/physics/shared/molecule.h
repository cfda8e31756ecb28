/*
 * Molecules as wholes: their contribution to the molecular pressure, and their motion with the box,
 * for C and CUDA C. The virial of forces between molecules, sum of F_ij . (R_j - R_i) over pairs of
 * atoms with R the centres of mass of their molecules, is that of all forces less the sum of F_i .
 * (r_i - R_i), in which forces within molecules cancel (M. P. Allen, D. J. Tildesley, Computer
 * Simulation of Liquids, Oxford 2017, sect. 2.4).
 */
#ifndef PAIRLANES_DEVICE_MOLECULE_H
#define PAIRLANES_DEVICE_MOLECULE_H

#include "harness/physics/shared/shared.h"

/** A particle of a molecule. */
struct molecule_member {
    int particle;
    int from;    /* index, among all particles, of the earlier member to whose nearest image it
                  * belongs; its own index for the first member */
    int massive; /* 0 for a virtual site */
};

/** Sums over the members of a molecule; places are relative to its first member. */
struct molecule_sums {
    double mass, place[3], momentum[3]; /* m, m r, m v */
    double force[3], moment[3];         /* F, F r, by axis */
};

/** Sums over molecules, by axis. */
struct molecular_sums {
    double momentum2[3]; /* P^2 / M of the molecule: twice its kinetic energy */
    double inner[3];     /* F (r - R) of its members */
};

SHARED_FUNCTION void molecule_add(double mass, const double place[3], const double velocity[3],
                                  const double force[3], struct molecule_sums *sums)
{
    sums->mass += mass;
    for (int d = 0; d < 3; d++) {
        sums->place[d] += mass * place[d];
        sums->momentum[d] += mass * velocity[d];
        sums->force[d] += force[d];
        sums->moment[d] += force[d] * place[d];
    }
}

/** Adds a molecule whose members have all been added. */
SHARED_FUNCTION void molecule_end(const struct molecule_sums *sums, struct molecular_sums *all)
{
    for (int d = 0; d < 3; d++) {
        all->momentum2[d] += sums->momentum[d] * sums->momentum[d] / sums->mass;
        all->inner[d] += sums->moment[d] - sums->force[d] * sums->place[d] / sums->mass;
    }
}

/**
 * Returns the displacement of each member's coordinate when the box along that axis is multiplied
 * by `scale`, for the first member at `first` and the sums `place` and `mass`.
 */
SHARED_FUNCTION double molecule_shift(double scale, double first, double place, double mass)
{
    return (scale - 1) * (first + place / mass);
}

#endif
