/*
 * Rotation of a rigid body without torque, for C and CUDA C. Quaternions are (w, x, y, z), and
 * rotate from the body's frame to space.
 */
#ifndef PAIRLANES_DEVICE_ROTATION_H
#define PAIRLANES_DEVICE_ROTATION_H

#include "harness/physics/shared/philox.h"

/** Rotates a vector of the space frame into the frame of a body with orientation q. */
SHARED_FUNCTION void rotation_to_body(const double q[4], const double space[3], double body[3])
{
    double w = q[0], x = q[1], y = q[2], z = q[3];
    const double axes[3][3] = {
        {w * w + x * x - y * y - z * z, 2 * (x * y + w * z), 2 * (x * z - w * y)},
        {2 * (x * y - w * z), w * w - x * x + y * y - z * z, 2 * (y * z + w * x)},
        {2 * (x * z + w * y), 2 * (y * z - w * x), w * w - x * x - y * y + z * z},
    };
    for (int k = 0; k < 3; k++)
        body[k] = axes[k][0] * space[0] + axes[k][1] * space[1] + axes[k][2] * space[2];
}

/** Computes the product of two quaternions, which rotates first by b, then by a. */
SHARED_FUNCTION void rotation_product(const double a[4], const double b[4], double product[4])
{
    product[0] = a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3];
    product[1] = a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2];
    product[2] = a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1];
    product[3] = a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0];
}

/** Normalizes a quaternion. */
SHARED_FUNCTION void rotation_normalize(double q[4])
{
    double norm = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    for (int k = 0; k < 4; k++)
        q[k] /= norm;
}

/** Computes a random orientation, uniformly distributed over all rotations. */
SHARED_FUNCTION void rotation_random(struct philox bits, double q[4])
{
    philox_normals(bits, q);
    rotation_normalize(q);
}

/**
 * Computes the orientation of a body from its axes x and z, which are a1 and a3 and orthonormal.
 */
SHARED_FUNCTION void rotation_from_axes(const double a1[3], const double a3[3], double q[4])
{
    const double a2[3] = {a3[1] * a1[2] - a3[2] * a1[1], a3[2] * a1[0] - a3[0] * a1[2],
                          a3[0] * a1[1] - a3[1] * a1[0]};
    const double *const axis[3] = {a1, a2, a3};
    double trace = a1[0] + a2[1] + a3[2];
    /*
     * products 4 q_i q_j. Each row is a multiple of q; the row of the largest |q_i| has the
     * smallest rounding errors
     */
    double product[4][4] = {{1 + trace}};
    for (int d = 0; d < 3; d++) {
        int e = (d + 1) % 3, f = (d + 2) % 3;
        product[0][d + 1] = product[d + 1][0] = axis[e][f] - axis[f][e];
        for (int c = 0; c < 3; c++)
            product[d + 1][c + 1] = axis[d][c] + axis[c][d];
        product[d + 1][d + 1] += 1 - trace;
    }
    int largest = 0;
    for (int k = 1; k < 4; k++)
        if (product[k][k] > product[largest][largest])
            largest = k;
    for (int k = 0; k < 4; k++)
        q[k] = product[largest][k];
    rotation_normalize(q);
}

/** Multiplies q by the quaternion (cosine, sine axis), and normalizes the result. */
SHARED_FUNCTION void rotation_turn(double q[4], double cosine, double sine, const double axis[3])
{
    const double before[4] = {q[0], q[1], q[2], q[3]};
    const double by[4] = {cosine, sine * axis[0], sine * axis[1], sine * axis[2]};
    rotation_product(before, by, q);
    rotation_normalize(q);
}

/** Rotates a free body about its axis k only. */
SHARED_FUNCTION void rotation_about(int k, double q[4], double momentum[3], const double inertia[3],
                                    double time)
{
    if (inertia[k] == 0)
        return;
    double axis[3] = {0, 0, 0};
    axis[k] = 1;
    double angle = momentum[k] / inertia[k] * time;
    double cosine = cos(angle), sine = sin(angle);
    int next = (k + 1) % 3, last = (k + 2) % 3;
    /* the angular momentum is constant in space, and therefore rotates in the body's frame */
    double a = momentum[next], b = momentum[last];
    momentum[next] = cosine * a + sine * b;
    momentum[last] = cosine * b - sine * a;
    rotation_turn(q, cos(angle / 2), sin(angle / 2), axis);
}

/**
 * Rotates a free body for `time`: its orientation q, and its angular momentum in its own frame if
 * that changes. If the three moments of inertia are equal, the body turns exactly about one axis: q
 * is multiplied by (cos a/2, sin a/2 L / |L|) with a = |L| time / I. Other bodies turn about their
 * axes x, y, z, y, x one after another. This is reversible and of second order (A. Dullweber, B.
 * Leimkuhler, R. McLachlan, J. Chem. Phys. 107, 5840 (1997)). There is no rotation about an axis
 * with the moment zero. q stays normalized.
 */
SHARED_FUNCTION void rotation_free(double q[4], double momentum[3], const double inertia[3],
                                   double time)
{
    if (inertia[0] == inertia[1] && inertia[1] == inertia[2]) {
        double length =
            sqrt(momentum[0] * momentum[0] + momentum[1] * momentum[1] + momentum[2] * momentum[2]);
        if (length == 0)
            return;
        double half = length / inertia[0] * time / 2;
        rotation_turn(q, cos(half), sin(half) / length, momentum);
        return;
    }
    rotation_about(0, q, momentum, inertia, time / 2);
    rotation_about(1, q, momentum, inertia, time / 2);
    rotation_about(2, q, momentum, inertia, time);
    rotation_about(1, q, momentum, inertia, time / 2);
    rotation_about(0, q, momentum, inertia, time / 2);
}

#endif
