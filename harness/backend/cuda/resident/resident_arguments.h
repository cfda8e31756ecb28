/* Arguments of a resident kernel, which makes many steps. */
#ifndef PAIRLANES_RESIDENT_RESIDENT_ARGUMENTS_H
#define PAIRLANES_RESIDENT_RESIDENT_ARGUMENTS_H

#include "strategies/gpu_list_arguments.h"
#include "strategies/gpu_motion_arguments.h"

/** State of resident kernels on the device. */
struct resident_state {
    unsigned long long arrivals; /* arrivals of blocks at barriers, and marks; 0 before a kernel */
    int lists;                   /* lists built inside kernels so far */
    int lost;                    /* 1: a block has waited too long */
    int outgrown;                /* 1: a row of a list does not fit */
    unsigned long long kinetic[2]; /* kinetic energies of all steps of a kernel, as in struct
                                    * motion_heat; 0 before a kernel */
};

enum { GROUP_ROOM = 8 }; /* numbers of a box around particles that follow each other in memory */

/**
 * Steps alternate between two arrays of positions: members with two elements are for steps of odd
 * and of even number, counted from 1.
 */
struct resident_arguments {
    struct gpu_arguments forces; /* arguments of forces, except positions and those of the list */
    struct list_arguments list;
    DEVICE_POINTER(const vector4) position[2]; /* positions by the parity of the step */
    DEVICE_POINTER(const vector4) orientation[2];
    struct dynamics_arguments motion[2];
    int steps;                     /* steps to make */
    int lists;                     /* 1: the kernel builds lists, from all particles */
    int begins;                    /* 1: the kernel begins with a list */
    DEVICE_POINTER(double) groups; /* boxes around particles, if it builds lists */
    DEVICE_POINTER(struct resident_state) state;
};

#endif
