/*
 * The common motion of all particles, translation and rotation about the centre of mass, for C and
 * CUDA C. Coordinates are wrapped into the box and relative to a point near its centre. The angular
 * momentum of a particle therefore changes when it crosses a face.
 */
#ifndef PAIRLANES_DEVICE_COMMON_MOTION_H
#define PAIRLANES_DEVICE_COMMON_MOTION_H

#include "harness/physics/shared/shared.h"

enum {
    MOTION_MASS,
    MOTION_PLACE = 1,    /* sum of m r */
    MOTION_MOMENTUM = 4, /* sum of m v */
    MOTION_ANGULAR = 7,  /* sum of m r x v */
    MOTION_SQUARES = 10, /* sums of m times xx, yy, zz, xy, xz, yz */
    MOTION_SUMS = 16
};

struct common_motion {
    double velocity[3], centre[3], turning[3]; /* velocity of the centre of mass; its position;
                                                * angular velocity about it */
};

/** Adds a particle with mass m, position r and velocity v to the sums. */
SHARED_FUNCTION void common_motion_add(double m, const double r[3], const double v[3],
                                       double sum[MOTION_SUMS])
{
    sum[MOTION_MASS] += m;
    for (int d = 0; d < 3; d++) {
        const int e = (d + 1) % 3, f = (d + 2) % 3;
        sum[MOTION_PLACE + d] += m * r[d];
        sum[MOTION_MOMENTUM + d] += m * v[d];
        sum[MOTION_ANGULAR + d] += m * (r[e] * v[f] - r[f] * v[e]);
        sum[MOTION_SQUARES + d] += m * r[d] * r[d];
    }
    sum[MOTION_SQUARES + 3] += m * r[0] * r[1];
    sum[MOTION_SQUARES + 4] += m * r[0] * r[2];
    sum[MOTION_SQUARES + 5] += m * r[1] * r[2];
}

/**
 * Solves a x = b for the symmetric matrix a = (xx, yy, zz, xy, xz, yz). x = 0 if a is singular,
 * like the inertia tensor of particles on a line.
 */
SHARED_FUNCTION void common_motion_solve(const double a[6], const double b[3], double x[3])
{
    const double c[6] = {a[1] * a[2] - a[5] * a[5], a[0] * a[2] - a[4] * a[4],
                         a[0] * a[1] - a[3] * a[3], a[4] * a[5] - a[3] * a[2],
                         a[3] * a[5] - a[4] * a[1], a[3] * a[4] - a[5] * a[0]};
    const double determinant = a[0] * c[0] + a[3] * c[3] + a[4] * c[4];
    const double size = (a[0] + a[1] + a[2]) / 3;
    const double per = determinant > 1e-9 * size * size * size ? 1 / determinant : 0;
    x[0] = per * (c[0] * b[0] + c[3] * b[1] + c[4] * b[2]);
    x[1] = per * (c[3] * b[0] + c[1] * b[1] + c[5] * b[2]);
    x[2] = per * (c[4] * b[0] + c[5] * b[1] + c[2] * b[2]);
}

/**
 * Computes the common motion from the sums over all particles. Leaves out rotation if `turns` is 0.
 */
SHARED_FUNCTION void common_motion_find(const double sum[MOTION_SUMS], int turns,
                                        struct common_motion *motion)
{
    const double mass = sum[MOTION_MASS], *p = sum + MOTION_MOMENTUM, *s = sum + MOTION_SQUARES;
    double *c = motion->centre, angular[3], inertia[6];
    for (int d = 0; d < 3; d++) {
        motion->velocity[d] = p[d] / mass;
        c[d] = sum[MOTION_PLACE + d] / mass;
        motion->turning[d] = 0;
    }
    if (!turns)
        return;
    const double square[3] = {s[0] - mass * c[0] * c[0], s[1] - mass * c[1] * c[1],
                              s[2] - mass * c[2] * c[2]};
    for (int d = 0; d < 3; d++) {
        const int e = (d + 1) % 3, f = (d + 2) % 3;
        angular[d] = sum[MOTION_ANGULAR + d] - (c[e] * p[f] - c[f] * p[e]);
        inertia[d] = square[e] + square[f];
    }
    inertia[3] = mass * c[0] * c[1] - s[3];
    inertia[4] = mass * c[0] * c[2] - s[4];
    inertia[5] = mass * c[1] * c[2] - s[5];
    common_motion_solve(inertia, angular, motion->turning);
}

/** Returns component d of the common velocity at r. */
SHARED_FUNCTION double common_motion_at(const struct common_motion *motion, const double r[3],
                                        int d)
{
    const int e = (d + 1) % 3, f = (d + 2) % 3;
    return motion->velocity[d] + motion->turning[e] * (r[f] - motion->centre[f]) -
           motion->turning[f] * (r[e] - motion->centre[e]);
}

#endif
