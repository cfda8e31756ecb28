/*
 * Velocity Verlet, or leapfrog, of rigid bodies and their thermostats, as harness/dynamics.h has
 * them, for steps that are enqueued ahead (harness/cuda_steps.h). A thread per particle.
 */
#include "strategies/gpu_types.cuh"

struct __align__(16) state4
{
    STATE x, y, z, w;
};

#include "harness/device/dynamics_arguments.h"
#include "harness/device/rotation.h"

enum { STATE_APART = sizeof(STATE) != sizeof(REAL) };

#define THREAD ((int)(blockIdx.x * blockDim.x + threadIdx.x))

__device__ __forceinline__ long long step_of(const dynamics_arguments &a)
{
    return a.status->base + a.offset;
}

/** Whether a step before this one found that the list does not serve any more. */
__device__ __forceinline__ bool halted_before(const dynamics_arguments &a, long long step)
{
    const long long halted = a.status->halted;
    return halted != 0 && halted < step;
}

/** Whether the thermostat acts at the end of a step. */
__device__ __forceinline__ bool acts_at(const dynamics_arguments &a, long long step)
{
    return a.interval != 0 && step % a.interval == 0;
}

/** A coordinate as the forces see it, rounded to the grid if there is one. */
__device__ __forceinline__ REAL coordinate_of(const dynamics_arguments &a, STATE coordinate)
{
    return (REAL)(a.grid > 0 ? (STATE)(rint(coordinate / a.grid) * a.grid) : coordinate);
}

__device__ __forceinline__ vector4 position_of(const dynamics_arguments &a, const state4 &at)
{
    return {coordinate_of(a, at.x), coordinate_of(a, at.y), coordinate_of(a, at.z), (REAL)at.w};
}

/** A particle while it moves. */
template <bool BODY> struct particle {
    int type;
    state4 at, velocity;
    STATE kick[3]; /* half a step of the force on the velocity */
    double turned[4], spin[3], twist[3];

    __device__ __forceinline__ particle(const dynamics_arguments &a, int i)
        : at(a.at[i]), velocity(a.velocity[i])
    {
        type = (int)at.w;
        const sum4 force = a.force[i];
        const STATE per_mass = (STATE)(a.dt / 2 / a.mass[type]);
        kick[0] = per_mass * (STATE)from_sum(force.x);
        kick[1] = per_mass * (STATE)from_sum(force.y);
        kick[2] = per_mass * (STATE)from_sum(force.z);
        if (BODY) {
            const state4 q = a.turned[i], l = a.spin[i];
            const sum4 torque = a.torque[i];
            const double space[3] = {from_sum(torque.x), from_sum(torque.y), from_sum(torque.z)};
            turned[0] = q.x, turned[1] = q.y, turned[2] = q.z, turned[3] = q.w;
            spin[0] = l.x, spin[1] = l.y, spin[2] = l.z;
            rotation_to_body(turned, space, twist);
            for (int d = 0; d < 3; d++)
                twist[d] *= a.dt / 2;
        }
    }

    /** Lets force and torque act for one or two halves of a step. */
    __device__ __forceinline__ void push(int halves)
    {
        velocity.x += halves * kick[0];
        velocity.y += halves * kick[1];
        velocity.z += halves * kick[2];
        for (int d = 0; d < 3 && BODY; d++)
            spin[d] += halves * twist[d];
    }

    /** What a heat bath does with each particle alone. */
    __device__ __forceinline__ void collide(const dynamics_arguments &a, int i, long long step)
    {
        double v[3] = {velocity.x, velocity.y, velocity.z};
        const double mass = a.mass[type], *inertia = a.inertia[type];
        if (a.langevin)
            langevin_apply(&a.bath, step, a.number[i], a.kept, mass, inertia, v, BODY, spin);
        else
            collision_apply(&a.bath, step, a.number[i], mass, inertia, v, BODY, spin);
        velocity.x = (STATE)v[0];
        velocity.y = (STATE)v[1];
        velocity.z = (STATE)v[2];
    }

    /** What a thermostat does with all of them. */
    __device__ __forceinline__ void scale(const double by[2])
    {
        velocity.x = (STATE)(velocity.x * by[0]);
        velocity.y = (STATE)(velocity.y * by[0]);
        velocity.z = (STATE)(velocity.z * by[0]);
        for (int d = 0; d < 3 && BODY; d++)
            spin[d] *= by[1];
    }

    /** The second half of a step. */
    template <bool BATH>
    __device__ __forceinline__ void end_step(const dynamics_arguments &a, int i, long long step)
    {
        push(1);
        if (!acts_at(a, step))
            return;
        if (BATH)
            collide(a, i, step);
        else if (a.heat != nullptr)
            scale(a.heat->ended);
    }

    /** The kinetic energies of translation and of rotation. */
    __device__ __forceinline__ void kinetic(const dynamics_arguments &a, double energy[2]) const
    {
        const double x = velocity.x, y = velocity.y, z = velocity.z;
        energy[0] = a.mass[type] * (x * x + y * y + z * z) / 2;
        energy[1] = 0;
        for (int d = 0; d < 3 && BODY; d++)
            if (a.inertia[type][d] != 0)
                energy[1] += spin[d] * spin[d] / a.inertia[type][d] / 2;
    }

    __device__ __forceinline__ void store_velocity(const dynamics_arguments &a, int i) const
    {
        a.velocity[i] = velocity;
        if (BODY)
            a.spin[i] = {(STATE)spin[0], (STATE)spin[1], (STATE)spin[2], 0};
    }
};

/** A coordinate moved into the box; rounding may leave it a hair outside. */
__device__ __forceinline__ STATE wrap(STATE coordinate, STATE edge)
{
    if (coordinate < 0 || coordinate >= edge)
        coordinate -= edge * floor(coordinate / edge);
    return coordinate < 0 || coordinate >= edge ? 0 : coordinate;
}

/** A distance along an axis by the nearest image. */
__device__ __forceinline__ STATE nearest_image(STATE moved, STATE edge)
{
    return moved > edge / 2 ? moved - edge : moved < -edge / 2 ? moved + edge : moved;
}

/** Moves a particle by a step; what the list cannot follow halts the steps to come. */
template <bool BODY>
__device__ __forceinline__ void drift(const dynamics_arguments &a, int i, particle<BODY> &p,
                                      long long step)
{
    const state4 listed = a.listed[i];
    const STATE dt = (STATE)a.dt;
    const STATE edge[3] = {(STATE)a.edge[0], (STATE)a.edge[1], (STATE)a.edge[2]};
    p.at.x = wrap(p.at.x + dt * p.velocity.x, edge[0]);
    p.at.y = wrap(p.at.y + dt * p.velocity.y, edge[1]);
    p.at.z = wrap(p.at.z + dt * p.velocity.z, edge[2]);
    a.at[i] = p.at;
    if (STATE_APART)
        a.position[i] = position_of(a, p.at);
    const STATE dx = nearest_image(p.at.x - listed.x, edge[0]);
    const STATE dy = nearest_image(p.at.y - listed.y, edge[1]);
    const STATE dz = nearest_image(p.at.z - listed.z, edge[2]);
    if (dx * dx + dy * dy + dz * dz <= (STATE)a.limit2)
        return;
    const STATE speed2 =
        p.velocity.x * p.velocity.x + p.velocity.y * p.velocity.y + p.velocity.z * p.velocity.z;
    if (!(dt * sqrt(speed2) <= (STATE)a.reach))
        atomicMax(&a.status->fast, a.number[i] + 1);
    a.status->halted = step;
}

__device__ __forceinline__ void turn(const dynamics_arguments &a, int i, particle<true> &p)
{
    double q[4] = {p.turned[0], p.turned[1], p.turned[2], p.turned[3]};
    rotation_free(q, p.spin, a.inertia[p.type], a.dt);
    for (int d = 0; d < 4 && a.dt == 0; d++)
        q[d] = p.turned[d]; /* not even rounded anew */
    a.turned[i] = {(STATE)q[0], (STATE)q[1], (STATE)q[2], (STATE)q[3]};
    if (STATE_APART)
        a.orientation[i] = {(REAL)q[0], (REAL)q[1], (REAL)q[2], (REAL)q[3]};
}

/** The second half of the step before, if it is pending, and the first half of a step. */
template <bool BODY, bool BATH> __device__ __forceinline__ void move(const dynamics_arguments &a)
{
    const int i = THREAD;
    const long long step = step_of(a);
    if (i >= a.n || halted_before(a, step))
        return;
    particle<BODY> p(a, i);
    const bool whole = a.leapfrog && a.pending && !acts_at(a, step - 1);
    if (a.pending && !whole)
        p.template end_step<BATH>(a, i, step - 1);
    if (!BATH && a.heat != nullptr)
        p.scale(a.heat->begun);
    p.push(whole ? 2 : 1);
    drift(a, i, p, step);
    if constexpr (BODY)
        turn(a, i, p);
    p.store_velocity(a, i);
}

/** The second half of a step. */
template <bool BODY, bool BATH> __device__ __forceinline__ void finish(const dynamics_arguments &a)
{
    const int i = THREAD;
    if (i >= a.n)
        return;
    particle<BODY> p(a, i);
    p.template end_step<BATH>(a, i, step_of(a));
    p.store_velocity(a, i);
}

/** Defines a kernel from body<BODY, BATH>(a) for points and bodies, with and without a bath. */
#define MOTION_KERNEL(name, body, bodies, bath)                                                    \
    extern "C" __global__ void __launch_bounds__(DYNAMICS_BLOCK)                                   \
        name(const __grid_constant__ dynamics_arguments a)                                         \
    {                                                                                              \
        body<bodies, bath>(a);                                                                     \
    }

MOTION_KERNEL(move_points, move, false, false)
MOTION_KERNEL(move_points_bath, move, false, true)
MOTION_KERNEL(move_bodies, move, true, false)
MOTION_KERNEL(move_bodies_bath, move, true, true)
MOTION_KERNEL(finish_points, finish, false, false)
MOTION_KERNEL(finish_points_bath, finish, false, true)
MOTION_KERNEL(finish_bodies, finish, true, false)
MOTION_KERNEL(finish_bodies_bath, finish, true, true)

/** Ends `offset` steps, as far as they were made: the next count from there. Tells the host. */
extern "C" __global__ void arrive(const __grid_constant__ dynamics_arguments a)
{
    if (THREAD != 0)
        return;
    motion_status status = *a.status;
    if (status.halted == 0)
        status.base += a.offset;
    else if (status.halted > 0) {
        status.base = status.halted;
        status.life = (int)(status.base - status.listed);
    }
    *a.status = status;
    *a.report = status;
}

/** Lets steps behind a halt go on, with a list of the particles as they are. */
extern "C" __global__ void restart(const __grid_constant__ dynamics_arguments a)
{
    if (THREAD != 0)
        return;
    motion_status status = *a.status;
    const int served = (int)(status.base - status.listed);
    if (status.halted == 0) /* it would have served on */
        status.life = max(status.life, served);
    status.listed = status.base;
    if (status.fast == 0)
        status.halted = 0;
    *a.status = status;
}

/** Remembers where the particles are listed. */
extern "C" __global__ void remember(const __grid_constant__ dynamics_arguments a)
{
    const int i = THREAD;
    if (i < a.n)
        a.listed[i] = a.at[i];
}

/** Remembers the same in the order that the particles shall have, and brings the rest into it. */
extern "C" __global__ void gather_state(const __grid_constant__ dynamics_arguments a)
{
    const int k = THREAD;
    if (k >= a.n)
        return;
    const int i = a.order[k];
    a.listed[k] = a.at[i];
    a.sorted_velocity[k] = a.velocity[i];
    a.sorted_number[k] = a.number[i];
    if (a.turned != nullptr) {
        a.sorted_turned[k] = a.turned[i];
        a.sorted_spin[k] = a.spin[i];
    }
}

/** Takes over what gather_state has brought into order. */
extern "C" __global__ void settle_state(const __grid_constant__ dynamics_arguments a)
{
    const int k = THREAD;
    if (k >= a.n)
        return;
    const state4 at = a.listed[k];
    a.at[k] = at;
    if (STATE_APART)
        a.position[k] = position_of(a, at);
    a.velocity[k] = a.sorted_velocity[k];
    a.number[k] = a.sorted_number[k];
    a.order[k] = k;
    if (a.turned != nullptr) {
        const state4 q = a.sorted_turned[k];
        a.turned[k] = q;
        if (STATE_APART)
            a.orientation[k] = {(REAL)q.x, (REAL)q.y, (REAL)q.z, (REAL)q.w};
        a.spin[k] = a.sorted_spin[k];
    }
}

template <typename T> __device__ __forceinline__ T warp_sum(T value)
{
    for (int distance = 16; distance > 0; distance /= 2)
        value += __shfl_xor_sync(0xffffffffu, value, distance);
    return value;
}

/** The sum over a block, in its first thread. */
template <typename T> __device__ __forceinline__ T block_sum(T value)
{
    __shared__ T part[DYNAMICS_BLOCK / 32];
    value = warp_sum(value);
    __syncthreads();
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = value;
    __syncthreads();
    value = 0;
    for (int w = 0; w < DYNAMICS_BLOCK / 32; w++)
        value += part[w];
    return value;
}

enum { KINETIC_BITS = 32 }; /* of the fraction of kT, see struct motion_heat */

/** Finds what all particles are scaled by, from their kinetic energies when the last step ends. */
__device__ __forceinline__ void follow_kinetic(const dynamics_arguments &a, double energy[2])
{
    motion_heat &heat = *a.heat;
    const double temperature = a.bath.temperature;
    if (a.rescales) {
        for (int k = 0; k < 2; k++)
            heat.ended[k] = coupling_rescale(energy[k], a.degrees[k], temperature);
        return;
    }
    double kinetic = energy[0] + energy[1];
    const double degrees = a.degrees[0] + a.degrees[1];
    if (a.pending) {
        const double scale =
            coupling_nose_hoover(&heat.own, kinetic, degrees, temperature, a.relaxation, a.dt / 2);
        heat.ended[0] = heat.ended[1] = scale;
        kinetic *= scale * scale;
    }
    if (a.begins)
        heat.begun[0] = heat.begun[1] =
            coupling_nose_hoover(&heat.own, kinetic, degrees, temperature, a.relaxation, a.dt / 2);
}

/** What a thermostat of all particles has to do between two steps: the last block does it. */
template <bool BODY> __device__ __forceinline__ void couple(const dynamics_arguments &a)
{
    const long long step = step_of(a);
    const bool ends = a.pending && acts_at(a, step - 1);
    if (halted_before(a, step) || !(ends || (a.begins && !a.rescales)))
        return;
    const double units = (double)(1ULL << KINETIC_BITS) / a.bath.temperature; /* per energy */
    unsigned long long sum[2] = {0, 0};
    for (int i = THREAD; i < a.n; i += gridDim.x * blockDim.x) {
        particle<BODY> p(a, i);
        double energy[2];
        if (a.pending)
            p.push(1);
        p.kinetic(a, energy);
        for (int k = 0; k < 2; k++)
            sum[k] += (unsigned long long)llrint(energy[k] * units);
    }
    motion_heat &heat = *a.heat;
    for (int k = 0; k < 2; k++) {
        sum[k] = block_sum(sum[k]);
        if (threadIdx.x == 0)
            atomicAdd(&heat.kinetic[k], sum[k]);
    }
    if (threadIdx.x != 0)
        return;
    __threadfence(); /* the sums are there before they are counted */
    if (atomicAdd(&heat.blocks, 1U) != gridDim.x - 1)
        return;
    __threadfence();
    double energy[2];
    for (int k = 0; k < 2; k++)
        energy[k] = (double)atomicExch(&heat.kinetic[k], 0ULL) / units;
    heat.blocks = 0;
    follow_kinetic(a, energy);
}

extern "C" __global__ void __launch_bounds__(DYNAMICS_BLOCK)
    couple_points(const __grid_constant__ dynamics_arguments a)
{
    couple<false>(a);
}

extern "C" __global__ void __launch_bounds__(DYNAMICS_BLOCK)
    couple_bodies(const __grid_constant__ dynamics_arguments a)
{
    couple<true>(a);
}

/** Adds up the energies of the particles that a block takes, always the same ones. */
extern "C" __global__ void __launch_bounds__(DYNAMICS_BLOCK)
    add_energies(const __grid_constant__ dynamics_arguments a)
{
    motion_energies sum = {0, 0, 0};
    for (int i = THREAD; i < a.n; i += gridDim.x * blockDim.x) {
        const state4 v = a.velocity[i];
        const int type = (int)a.at[i].w;
        const double x = v.x, y = v.y, z = v.z;
        sum.potential += from_sum(a.force[i].w);
        sum.translation += a.mass[type] * (x * x + y * y + z * z) / 2;
        if (a.turned != nullptr) {
            const state4 spin = a.spin[i];
            const double l[3] = {spin.x, spin.y, spin.z};
            for (int d = 0; d < 3; d++)
                if (a.inertia[type][d] != 0)
                    sum.rotation += l[d] * l[d] / a.inertia[type][d] / 2;
        }
    }
    sum.potential = block_sum(sum.potential);
    sum.translation = block_sum(sum.translation);
    sum.rotation = block_sum(sum.rotation);
    if (threadIdx.x == 0)
        a.sums[blockIdx.x] = sum;
}
