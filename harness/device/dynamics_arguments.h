/* What the CUDA backend hands to the kernels that move particles. */
#ifndef PAIRLANES_DEVICE_DYNAMICS_ARGUMENTS_H
#define PAIRLANES_DEVICE_DYNAMICS_ARGUMENTS_H

#include "harness/device/collision.h"
#include "strategies/gpu_arguments.h"

enum {
    DYNAMICS_BLOCK = 128, /* threads per block */
    DYNAMICS_TYPES = 16,  /* kinds of particles, at most */
};

/** Vectors of the state lie x, y, z by particle, in the workload's order. */
struct dynamics_arguments {
    int n;
    bool oriented;
    bool collide; /* at the end of this step */
    long long step;
    double edge[3]; /* of the box */
    double dt;
    double limit2; /* squared distance from where it was listed that a particle may move */
    double reach;  /* distance that it may move in a step */
    double mass[DYNAMICS_TYPES];
    double inertia[DYNAMICS_TYPES][3];
    struct collisions bath;

    DEVICE_POINTER(const int) number; /* n: of the particle in the system */
    DEVICE_POINTER(double) at;
    DEVICE_POINTER(double) listed;
    DEVICE_POINTER(double) velocity;
    DEVICE_POINTER(double) turned; /* n quaternions w, x, y, z */
    DEVICE_POINTER(double) spin;
    DEVICE_POINTER(int) stale; /* 0, 1: a particle has left its limit, k + 2: k has its reach */

    DEVICE_POINTER(vector4) position; /* what kernels of forces read and write */
    DEVICE_POINTER(vector4) orientation;
    DEVICE_POINTER(const vector4) force;
    DEVICE_POINTER(const vector4) torque;
};

#endif
