/* Energies of particles that move, for C and CUDA C. */
#ifndef PAIRLANES_DEVICE_MOTION_ENERGIES_H
#define PAIRLANES_DEVICE_MOTION_ENERGIES_H

/** Sums over particles, in units of the model. */
struct motion_energies {
    double potential;   /* energy of each pair and of each bonded term, once */
    double translation; /* kinetic energies */
    double rotation;
};

#endif
