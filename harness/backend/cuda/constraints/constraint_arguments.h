/* Arguments of the kernels that keep constraints and virtual sites. */
#ifndef PAIRLANES_CUDA_CONSTRAINT_ARGUMENTS_H
#define PAIRLANES_CUDA_CONSTRAINT_ARGUMENTS_H

#include "harness/physics/shared/constraint.h"
#include "harness/physics/shared/virtual_site.h"
#include "strategies/gpu_motion_arguments.h"

enum { CONSTRAINT_LANES = 32 }; /* groups that the lanes of a warp take at a time */

/** Groups of harness/particles/constraint_groups.h, with particles by their places. */
struct constraint_arguments {
    struct dynamics_arguments motion;
    int groups;
    int made;   /* 1: positions have moved by the step; 0: a trial that changes nothing */
    int kicked; /* 1: the second half of a step is pending for velocities */
    DEVICE_POINTER(const int) constraints;
    DEVICE_POINTER(const int) members;
    DEVICE_POINTER(const long long) before;
    DEVICE_POINTER(const struct constraint_length) length;
    DEVICE_POINTER(const int) particle;
    DEVICE_POINTER(struct constraint_vectors) vectors;
    DEVICE_POINTER(struct constraint_member) member;
    int runs;                      /* runs of virtual sites that share no particle with other
                                    * runs */
    DEVICE_POINTER(const int) run; /* runs + 1: the first site of each */
    DEVICE_POINTER(const struct virtual_site) site; /* sites, with particles by their places */
    /*
     * 0, or a constraint that cannot be satisfied: 1 + its group, with its number there in the low
     * 32 bits
     */
    DEVICE_POINTER(unsigned long long) wrong;
};

#endif
