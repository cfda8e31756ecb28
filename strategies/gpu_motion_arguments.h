/* Arguments of the kernels that move particles. */
#ifndef PAIRLANES_STRATEGIES_GPU_MOTION_ARGUMENTS_H
#define PAIRLANES_STRATEGIES_GPU_MOTION_ARGUMENTS_H

#include "harness/physics/shared/collision.h"
#include "harness/physics/shared/common_motion.h"
#include "harness/physics/shared/coupling.h"
#include "harness/physics/shared/motion_energies.h"
#include "strategies/gpu_arguments.h"

enum {
    DYNAMICS_BLOCK = 128, /* threads per block */
    DYNAMICS_TYPES = 16,  /* most types of particles with orientation */
    DYNAMICS_SUMS = 1024, /* most blocks that add up energies */
    KINETIC_BITS = 32,    /* bits of the fraction of kT in struct motion_heat */
};

/**
 * Progress of steps that are enqueued before the validity of their list is known. An invalid list
 * halts the steps after it, which then change nothing until the next list.
 */
struct motion_status {
    long long base;   /* step from which launches count */
    long long halted; /* step whose forces need a new list, or LIST_OVERFLOW; 0: none */
    long long listed; /* step of the list */
    int life;         /* steps for which the previous list was valid; 0: there was none */
    int fast;         /* 0, or 1 + the number of a particle that moved by more than `reach` */
};

/** The status on the device. */
struct motion_round {
    struct motion_status status;
    unsigned arrived; /* blocks of the kernel that ends a batch of fused steps, while it runs */
};

/**
 * A thermostat that scales all velocities. Kinetic energies are summed as integers, so that the
 * order does not matter: in units of kT 2^-32, for at most 2^31 kT in all.
 */
struct motion_heat {
    unsigned long long kinetic[2]; /* kinetic energy of translation and of rotation, while it is
                                    * added up */
    unsigned blocks;               /* blocks that have added their sums */
    struct nose_hoover own;
    double ended[2]; /* factors of velocities and spins at the end of the last step … */
    double begun[2]; /* … and at the beginning of the next */
};

/**
 * The state in the workload's order, in precision STATE. If that is REAL, `at` is `position` and
 * `turned` is `orientation`.
 */
struct dynamics_arguments {
    int n;
    int offset;     /* number of the step, from the status' base */
    bool pending;   /* true if the second half of the step before is pending */
    bool begins;    /* true if a step begins after the one that ends */
    bool leapfrog;  /* true: both halves of a kick at once, if nothing happens in between */
    int interval;   /* steps from one action of the thermostat to the next; 0: none */
    double edge[3]; /* edges of the box */
    /*
     * a number so large that the spacing of numbers of its size is the grid of the positions for
     * forces: adding and subtracting it rounds a coordinate to the grid. 0: no grid
     */
    double rounder;
    double dt;
    double limit2; /* largest squared distance of a particle from its position in the list */
    double reach;  /* largest distance that it may move in a step */
    double inertia[DYNAMICS_TYPES][3]; /* moments of inertia by type */
    struct collisions bath;
    bool langevin;        /* true: friction and noise; false: collisions */
    double kept;          /* factor of a velocity by friction, from one action to the next */
    bool rescales;        /* true if it rescales to the temperature, instead of a Nose-Hoover
                           * coupling */
    double degrees[2];    /* degrees of freedom, of translation and of rotation */
    double relaxation;    /* time of relaxation */
    double kinetic_units; /* units of struct motion_heat per energy */

    DEVICE_POINTER(struct motion_status) status;
    DEVICE_POINTER(struct motion_status) report; /* copy in the host's memory */
    DEVICE_POINTER(struct motion_energies) sums; /* DYNAMICS_SUMS */
    DEVICE_POINTER(struct motion_heat) heat;     /* sums for a thermostat that scales; NULL: none */

    DEVICE_POINTER(int) number;      /* n: index in the system of each particle */
    DEVICE_POINTER(state4) at;       /* x, y, z, word */
    DEVICE_POINTER(turn4) turned;    /* quaternions */
    DEVICE_POINTER(state4) moved_at; /* array for positions and orientations after a step */
    DEVICE_POINTER(turn4) moved_turned;
    DEVICE_POINTER(state4) listed;   /* position of the particle when the list was built */
    DEVICE_POINTER(state4) velocity; /* x, y, z, 1 / mass */
    DEVICE_POINTER(state4) spin;     /* angular momentum in the body's frame */

    /* new order of the particles, and room for sorting them */
    DEVICE_POINTER(int) order;
    DEVICE_POINTER(int) sorted_number;
    DEVICE_POINTER(state4) sorted_velocity;
    DEVICE_POINTER(turn4) sorted_turned;
    DEVICE_POINTER(state4) sorted_spin;

    DEVICE_POINTER(vector4) position; /* arrays of force kernels */
    DEVICE_POINTER(vector4) orientation;
    DEVICE_POINTER(const vector4) spare_position; /* positions of fused steps, n + 1; NULL: none */
    DEVICE_POINTER(const vector4) spare_orientation;
    DEVICE_POINTER(const sum4) force;
    DEVICE_POINTER(const sum4) torque;

    int list_interval;    /* most steps of a list; 0: any number */
    int removal_interval; /* steps from one removal of the common motion to the next */
    int removes_rotation;
    int motion_blocks; /* blocks that add up, MOTION_SUMS each */
    DEVICE_POINTER(double) motion_sums;
    DEVICE_POINTER(struct common_motion) common_motion;
};

/** Arguments of a fused kernel, which computes forces and moves particles. */
struct fused_arguments {
    struct gpu_arguments forces;
    struct dynamics_arguments motion;
};

#endif
