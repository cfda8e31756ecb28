/* Arguments of the kernels that keep constraints and virtual sites. */
#ifndef PAIRLANES_CUDA_CONSTRAINT_ARGUMENTS_H
#define PAIRLANES_CUDA_CONSTRAINT_ARGUMENTS_H

#include "harness/physics/shared/constraint.h"
#include "harness/physics/shared/virtual_site.h"
#include "strategies/gpu_motion_arguments.h"

enum { CONSTRAINT_LANES = 32 }; /* maximum number of groups that a warp processes together */

/**
 * Groups of harness/particles/constraint_groups.h. Particles are given by their current indices.
 */
struct constraint_arguments {
    struct dynamics_arguments motion;
    int groups;
    int made;   /* 1: corrects the positions after a step; 0: does the same work, but changes
                 * nothing */
    int kicked; /* 1: velocities do not contain the second half of a step yet; kernels first add
                 * it */
    DEVICE_POINTER(const int) constraints;
    DEVICE_POINTER(const int) members;
    DEVICE_POINTER(const long long) before;
    DEVICE_POINTER(const struct constraint_length) length;
    DEVICE_POINTER(const int) particle;
    DEVICE_POINTER(struct constraint_vectors) vectors;
    DEVICE_POINTER(struct constraint_member) member;
    int runs;                      /* runs of virtual sites; runs share no particle */
    DEVICE_POINTER(const int) run; /* index of the first site of each run; runs + 1 elements */
    DEVICE_POINTER(const struct virtual_site) site; /* sites, with current indices of particles */
    /*
     * 0, or a constraint that cannot be satisfied: 1 + its group in the high 32 bits, its number in
     * the group in the low 32 bits
     */
    DEVICE_POINTER(unsigned long long) wrong;
};

#endif
