/* Arguments of the kernels that move molecules with the box. */
#ifndef PAIRLANES_CUDA_MOLECULE_ARGUMENTS_H
#define PAIRLANES_CUDA_MOLECULE_ARGUMENTS_H

#include "harness/physics/shared/molecule.h"
#include "strategies/gpu_motion_arguments.h"

/** Molecules of harness/particles/molecules.h. Particles are given by their current indices. */
struct molecule_arguments {
    struct dynamics_arguments motion;
    int molecules;
    DEVICE_POINTER(const int) start;
    DEVICE_POINTER(const struct molecule_member) member;
    DEVICE_POINTER(double)
    offset; /* 3 n numbers: vectors from the first member of a molecule to its members */
    DEVICE_POINTER(state4) kept; /* n positions before a trial move; NULL: not kept */
    DEVICE_POINTER(struct molecular_sums) sums; /* array of one sum per block */
    double scale[3], edge[3]; /* factors that scale the box, and its edges afterwards */
};

#endif
