/* Arguments of a resident kernel, which makes many steps. */
#ifndef PAIRLANES_RESIDENT_RESIDENT_ARGUMENTS_H
#define PAIRLANES_RESIDENT_RESIDENT_ARGUMENTS_H

#include "strategies/gpu_list_arguments.h"
#include "strategies/gpu_motion_arguments.h"

/** State of resident kernels on the device. */
struct resident_state {
    unsigned long long arrivals;   /* arrivals of blocks at barriers, and marks; 0 when a kernel
                                    * begins */
    int lists;                     /* number of lists built inside kernels so far */
    int lost;                      /* 1: a block has waited too long at a barrier */
    int outgrown;                  /* 1: a row of a list does not fit in memory */
    unsigned long long kinetic[2]; /* sums of kinetic energies over all steps of a kernel, as in
                                    * struct motion_heat; 0 when a kernel begins */
};

enum { GROUP_ROOM = 8 }; /* numbers per box around consecutive particles */

/**
 * Steps alternate between two arrays of positions. Members with two elements are for odd and even
 * steps, counted from 1.
 */
struct resident_arguments {
    struct gpu_arguments forces; /* arguments of the force code; each step sets positions and
                                  * orientations */
    struct list_arguments list;
    DEVICE_POINTER(const vector4) position[2]; /* positions for odd and even steps */
    DEVICE_POINTER(const vector4) orientation[2];
    struct dynamics_arguments motion[2];
    int steps;                     /* number of steps to make */
    int lists;                     /* 1: the kernel builds lists, from all particles */
    int begins;                    /* 1: the kernel builds a list at its beginning */
    DEVICE_POINTER(double) groups; /* boxes around particles, if the kernel builds lists */
    DEVICE_POINTER(struct resident_state) state;
};

#endif
