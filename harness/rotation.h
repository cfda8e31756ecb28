/* How a rigid body without torque turns. Quaternions are w, x, y, z, body to space. */
#ifndef PAIRLANES_ROTATION_H
#define PAIRLANES_ROTATION_H

#include "harness/philox.h"

/** The product of two quaternions: turn by b, then by a. */
void rotation_product(const double a[4], const double b[4], double product[4]);

/** A random orientation, all of them equally likely. */
void rotation_random(struct philox bits, double q[4]);

/** A vector of the space frame in the frame of a body with orientation q. */
void rotation_to_body(const double q[4], const double space[3], double body[3]);

/** The orientation of a body whose axes x and z are a1 and a3, orthonormal. */
void rotation_from_axes(const double a1[3], const double a3[3], double q[4]);

/**
 * Turns a free body for `time`: its orientation q, and its angular momentum in its own frame where
 * that changes. Three equal moments of inertia turn about one axis, q (cos a/2, sin a/2 L / |L|)
 * with a = |L| time / I, which is exact. Other bodies turn about their axes x, y, z, y, x in turn,
 * in second order and reversibly (A. Dullweber, B. Leimkuhler, R. McLachlan, J. Chem. Phys. 107,
 * 5840 (1997)). About an axis whose moment is zero nothing turns. q stays normalized.
 */
void rotation_free(double q[4], double momentum[3], const double inertia[3], double time);

#endif
