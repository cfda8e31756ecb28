/* Sums, products and rotations of vectors. */
#ifndef PAIRLANES_MODELS_VECTOR_H
#define PAIRLANES_MODELS_VECTOR_H

#include "models/real.h"

/** A unit quaternion, which rotates vectors from the body's frame to the space frame. */
struct quaternion {
    real w, x, y, z;
};

/** The axes of a body in the space frame: the columns of its rotation matrix. */
struct axes {
    struct vector a1, a2, a3;
};

MODEL_FUNCTION struct vector plus(struct vector a, struct vector b)
{
    return vector(a.x + b.x, a.y + b.y, a.z + b.z);
}

MODEL_FUNCTION struct vector minus(struct vector a, struct vector b)
{
    return vector(a.x - b.x, a.y - b.y, a.z - b.z);
}

MODEL_FUNCTION struct vector times(real s, struct vector a)
{
    return vector(s * a.x, s * a.y, s * a.z);
}

/** Returns a + s b. */
MODEL_FUNCTION struct vector plus_times(struct vector a, real s, struct vector b)
{
    return vector(multiply_add(s, b.x, a.x), multiply_add(s, b.y, a.y), multiply_add(s, b.z, a.z));
}

MODEL_FUNCTION real dot(struct vector a, struct vector b)
{
    return multiply_add(a.z, b.z, multiply_add(a.y, b.y, a.x * b.x));
}

MODEL_FUNCTION struct vector cross(struct vector a, struct vector b)
{
    return vector(multiply_add(a.y, b.z, -(a.z * b.y)), multiply_add(a.z, b.x, -(a.x * b.z)),
                  multiply_add(a.x, b.y, -(a.y * b.x)));
}

/** Returns the axes of a body with the orientation q, a unit quaternion. */
MODEL_FUNCTION struct axes axes_of(struct quaternion q)
{
    real w = q.w, x = q.x, y = q.y, z = q.z;
    real ww = w * w, zz = z * z, xy = x * y, xz = x * z, yz = y * z;
    real plus_xx = multiply_add(x, x, ww), minus_xx = multiply_add(-x, x, ww);
    struct axes axes = {
        {multiply_add(-y, y, plus_xx) - zz, 2 * multiply_add(w, z, xy),
         2 * multiply_add(-w, y, xz)},
        {2 * multiply_add(-w, z, xy), multiply_add(y, y, minus_xx) - zz,
         2 * multiply_add(w, x, yz)},
        {2 * multiply_add(w, y, xz), 2 * multiply_add(-w, x, yz),
         multiply_add(-y, y, minus_xx) + zz},
    };
    return axes;
}

#endif
