/* Arguments of the kernel that restrains positions. */
#ifndef PAIRLANES_CUDA_RESTRAINT_ARGUMENTS_H
#define PAIRLANES_CUDA_RESTRAINT_ARGUMENTS_H

#include "harness/physics/shared/restraint.h"
#include "strategies/gpu_motion_arguments.h"

struct restraint_arguments {
    struct dynamics_arguments motion;
    int restraints;
    double energies; /* factor of energies that are added to the sums: 1; -2 for the virial; 0: no
                      * energies */
    DEVICE_POINTER(const struct restraint) restraint; /* restraints, with current indices */
};

#endif
