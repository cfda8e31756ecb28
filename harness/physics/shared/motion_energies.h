/* Energies of moving particles, for C and CUDA C. */
#ifndef PAIRLANES_DEVICE_MOTION_ENERGIES_H
#define PAIRLANES_DEVICE_MOTION_ENERGIES_H

/** Sums over particles, in the model's units. */
struct motion_energies {
    double potential;   /* energies of all pairs and bonded terms, each counted once */
    double translation; /* kinetic energies */
    double rotation;
};

#endif
