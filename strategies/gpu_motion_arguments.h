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
    DYNAMICS_TYPES = 16,  /* maximum types in models with orientation */
    DYNAMICS_SUMS = 1024, /* maximum blocks that add up energies */
    KINETIC_BITS = 32,    /* fraction bits of energies in struct motion_heat, in units of kT */
};

/**
 * Progress of steps. The host enqueues them before it can test whether the list stays valid. Once
 * the list is invalid, the remaining enqueued steps do nothing.
 */
struct motion_status {
    long long base;   /* step number; a launch adds its `offset` */
    long long halted; /* step that needs a new list, or LIST_OVERFLOW; 0: none */
    long long listed; /* step in which the list was built */
    int life;         /* number of steps for which the previous list was valid; 0: no previous
                       * list */
    int fast; /* 1 + index of a particle that moved by more than `reach` in a step; 0: none */
};

/** The status, as the device keeps it. */
struct motion_round {
    struct motion_status status;
    unsigned arrived; /* finished blocks of the kernel that ends a batch of fused steps; 0 between
                       * launches */
};

/**
 * A thermostat that scales all velocities. Kinetic energies are summed as integers in units of
 * 2^-32 kT, so that the order of additions does not matter; the total must be below 2^31 kT.
 */
struct motion_heat {
    unsigned long long kinetic[2]; /* sums of kinetic energy: translation, rotation */
    unsigned blocks;               /* blocks that have added their sums */
    struct nose_hoover own;
    double ended[2]; /* factors of velocities and spins at the end of a step */
    double begun[2]; /* factors of velocities and spins at the beginning of a step */
};

/**
 * The state in the workload's order, in precision STATE. If that is REAL, `at` is `position` and
 * `turned` is `orientation`.
 */
struct dynamics_arguments {
    int n;
    int offset;     /* number of the step, counted from `base` of the status */
    bool pending;   /* true if half of the previous step is pending */
    bool begins;    /* true if another step begins after this one ends */
    bool leapfrog;  /* true: the two half kicks between positions are one kick, if the thermostat
                     * does not act between them */
    int interval;   /* steps between two actions of the thermostat; 0: none */
    double edge[3]; /* edges of the box */
    /*
     * adding and subtracting this large number rounds a coordinate to the grid of positions for
     * forces: the grid is the spacing of floating-point numbers of this size. 0: no grid
     */
    double rounder;
    double dt;
    double limit2; /* squared distance that a particle may move after a list is built */
    double reach;  /* distance that a particle may move in a step */
    double inertia[DYNAMICS_TYPES][3]; /* moments of inertia by type */
    struct collisions bath;
    bool langevin;        /* true: friction and noise; false: collisions */
    double kept;          /* friction: factor of a velocity between two actions of the thermostat */
    bool rescales;        /* true: velocities are rescaled to the temperature; false: Nose-Hoover */
    double degrees[2];    /* degrees of freedom, of translation and of rotation */
    double relaxation;    /* relaxation time of the thermostat */
    double kinetic_units; /* number of units of struct motion_heat per unit of energy */

    DEVICE_POINTER(struct motion_status) status;
    DEVICE_POINTER(struct motion_status) report; /* copy in the host's memory */
    DEVICE_POINTER(struct motion_energies) sums; /* DYNAMICS_SUMS */
    DEVICE_POINTER(struct motion_heat) heat;     /* state of a thermostat that scales; NULL: none */

    DEVICE_POINTER(int) number;      /* index of each of n particles in the system */
    DEVICE_POINTER(state4) at;       /* x, y, z, word */
    DEVICE_POINTER(turn4) turned;    /* quaternions */
    DEVICE_POINTER(state4) moved_at; /* positions after a step; moved_turned: orientations */
    DEVICE_POINTER(turn4) moved_turned;
    DEVICE_POINTER(state4) listed;   /* positions when the list was built */
    DEVICE_POINTER(state4) velocity; /* x, y, z, 1 / mass */
    DEVICE_POINTER(state4) spin;     /* angular momentum in the body's frame */

    /* new order of the particles, and arrays into which they are sorted */
    DEVICE_POINTER(int) order;
    DEVICE_POINTER(int) sorted_number;
    DEVICE_POINTER(state4) sorted_velocity;
    DEVICE_POINTER(turn4) sorted_turned;
    DEVICE_POINTER(state4) sorted_spin;

    DEVICE_POINTER(vector4) position; /* positions and orientations that force kernels read */
    DEVICE_POINTER(vector4) orientation;
    DEVICE_POINTER(const vector4) spare_position; /* n + 1 positions of fused steps; NULL: none */
    DEVICE_POINTER(const vector4) spare_orientation;
    DEVICE_POINTER(const sum4) force;
    DEVICE_POINTER(const sum4) torque;

    int list_interval;    /* maximum steps with one list; 0: any number */
    int removal_interval; /* steps between two removals of the common motion */
    int removes_rotation;
    int motion_blocks; /* blocks that sum the common motion; each writes MOTION_SUMS numbers */
    DEVICE_POINTER(double) motion_sums;
    DEVICE_POINTER(struct common_motion) common_motion;
};

/** Arguments of a fused kernel, which computes forces and moves particles. */
struct fused_arguments {
    struct gpu_arguments forces;
    struct dynamics_arguments motion;
};

#endif
