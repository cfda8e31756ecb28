/* Arguments of the kernels that move molecules with the box. */
#ifndef PAIRLANES_CUDA_MOLECULE_ARGUMENTS_H
#define PAIRLANES_CUDA_MOLECULE_ARGUMENTS_H

#include "harness/physics/shared/molecule.h"
#include "strategies/gpu_motion_arguments.h"

/** Molecules of harness/particles/molecules.h, with particles by their places. */
struct molecule_arguments {
    struct dynamics_arguments motion;
    int molecules;
    DEVICE_POINTER(const int) start;
    DEVICE_POINTER(const struct molecule_member) member;
    DEVICE_POINTER(double)
    offset;                      /* 3 n: vectors to members from the first ones of their
                                  * molecules */
    DEVICE_POINTER(state4) kept; /* n: positions before a trial; NULL: none */
    DEVICE_POINTER(struct molecular_sums) sums; /* sums of each block */
    double scale[3], edge[3];                   /* scale of the box, and its edges afterwards */
};

#endif
