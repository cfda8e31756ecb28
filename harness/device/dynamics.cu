/*
 * Velocity Verlet of rigid bodies and a Brownian heat bath, as harness/dynamics.h has them. The
 * state is in double precision whatever that of the forces. A thread per particle.
 */
#include "strategies/gpu_types.cuh"

#include "harness/device/dynamics_arguments.h"
#include "harness/device/rotation.h"

__device__ __forceinline__ int type_of(const dynamics_arguments &a, int i)
{
    return (int)a.position[i].w;
}

/** Half a step of the force on velocity and of the torque on spin. */
__device__ __forceinline__ void half_kick(const dynamics_arguments &a, int i)
{
    const double half = a.dt / 2;
    const vector4 force = a.force[i];
    const double per_mass = half / a.mass[type_of(a, i)];
    a.velocity[3LL * i] += per_mass * (double)force.x;
    a.velocity[3LL * i + 1] += per_mass * (double)force.y;
    a.velocity[3LL * i + 2] += per_mass * (double)force.z;
    if (!a.oriented)
        return;
    const vector4 torque = a.torque[i];
    const double space[3] = {(double)torque.x, (double)torque.y, (double)torque.z};
    double body[3];
    rotation_to_body(a.turned + 4LL * i, space, body);
    for (int d = 0; d < 3; d++)
        a.spin[3LL * i + d] += half * body[d];
}

/** A coordinate moved into the box; rounding may leave it a hair outside. */
__device__ __forceinline__ double wrap(double coordinate, double edge)
{
    if (coordinate < 0 || coordinate >= edge)
        coordinate -= edge * floor(coordinate / edge);
    return coordinate < 0 || coordinate >= edge ? 0 : coordinate;
}

/** Moves along one axis; the distance from where the particle was listed. */
__device__ __forceinline__ double drift_along(const dynamics_arguments &a, int i, int d)
{
    const double edge = a.edge[d];
    const double at = wrap(a.at[3LL * i + d] + a.dt * a.velocity[3LL * i + d], edge);
    const double moved = at - a.listed[3LL * i + d];
    a.at[3LL * i + d] = at;
    return moved > edge / 2 ? moved - edge : moved < -edge / 2 ? moved + edge : moved;
}

__device__ __forceinline__ void turn(const dynamics_arguments &a, int i)
{
    double *q = a.turned + 4LL * i;
    rotation_free(q, a.spin + 3LL * i, a.inertia[type_of(a, i)], a.dt);
    a.orientation[i] = {(REAL)q[0], (REAL)q[1], (REAL)q[2], (REAL)q[3]};
}

/** The first half of a step. */
extern "C" __global__ void drift(const __grid_constant__ dynamics_arguments a)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= a.n)
        return;
    half_kick(a, i);
    double moved2 = 0, speed2 = 0;
    for (int d = 0; d < 3; d++) {
        const double moved = drift_along(a, i, d);
        const double speed = a.velocity[3LL * i + d];
        moved2 += moved * moved;
        speed2 += speed * speed;
    }
    if (a.oriented)
        turn(a, i);
    a.position[i] = {(REAL)a.at[3LL * i], (REAL)a.at[3LL * i + 1], (REAL)a.at[3LL * i + 2],
                     a.position[i].w};
    if (!(moved2 <= a.limit2))
        atomicMax(a.stale, a.dt * sqrt(speed2) <= a.reach ? 1 : a.number[i] + 2);
}

/** The second half of a step, at the new forces, and the heat bath. */
extern "C" __global__ void kick(const __grid_constant__ dynamics_arguments a)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= a.n)
        return;
    half_kick(a, i);
    const int type = type_of(a, i);
    if (a.collide)
        collision_apply(&a.bath, a.step, a.number[i], a.mass[type], a.inertia[type],
                        a.velocity + 3LL * i, a.oriented, a.spin + 3LL * i);
}

/** Remembers where the particles are listed. */
extern "C" __global__ void remember(const __grid_constant__ dynamics_arguments a)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= a.n)
        return;
    for (int d = 0; d < 3; d++)
        a.listed[3LL * i + d] = a.at[3LL * i + d];
}
