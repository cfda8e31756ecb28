/*
 * Molecular pressure, and motion of molecules with the box, for C and CUDA C. The virial of forces
 * between molecules is the sum of F_ij . (R_j - R_i) over pairs of atoms. R are the centres of mass
 * of their molecules. It is computed as the virial of all forces minus the sum of F_i . (r_i -
 * R_i). Forces within molecules cancel in the difference (M. P. Allen, D. J. Tildesley, Computer
 * Simulation of Liquids, Oxford 2017, sect. 2.4).
 */
#ifndef PAIRLANES_DEVICE_MOLECULE_H
#define PAIRLANES_DEVICE_MOLECULE_H

#include "harness/physics/shared/shared.h"

/** A particle of a molecule. */
struct molecule_member {
    int particle;
    int from;    /* index of an earlier member among all particles; the nearest image is relative to
                  * it. The first member has its own index */
    int massive; /* 0 for a virtual site */
};

/** Sums over the members of a molecule; positions are relative to the first member. */
struct molecule_sums {
    double mass, place[3], momentum[3]; /* sums of m, m r, m v */
    double force[3], moment[3];         /* sums of F, and of F r along each axis */
};

/** Sums over molecules along each axis. */
struct molecular_sums {
    double momentum2[3]; /* sum of P^2 / M, twice the kinetic energies of the molecules */
    double inner[3];     /* sum of F (r - R) over members */
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

/** Adds a molecule to the sums over molecules, after all of its members were added. */
SHARED_FUNCTION void molecule_end(const struct molecule_sums *sums, struct molecular_sums *all)
{
    for (int d = 0; d < 3; d++) {
        all->momentum2[d] += sums->momentum[d] * sums->momentum[d] / sums->mass;
        all->inner[d] += sums->moment[d] - sums->force[d] * sums->place[d] / sums->mass;
    }
}

/**
 * Returns the displacement of all members along an axis when the box is multiplied by `scale`.
 * `first` is the coordinate of the first member; `place` and `mass` are sums over the molecule.
 */
SHARED_FUNCTION double molecule_shift(double scale, double first, double place, double mass)
{
    return (scale - 1) * (first + place / mass);
}

#endif
