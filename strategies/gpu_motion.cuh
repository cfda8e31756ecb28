/*
 * A time step of a particle: common code of kernels that move particles. It calls fma explicitly,
 * because contraction to fma may be switched off for pairs.
 */
#ifndef PAIRLANES_STRATEGIES_GPU_MOTION_CUH
#define PAIRLANES_STRATEGIES_GPU_MOTION_CUH

#include "strategies/gpu_types.cuh"
#include "strategies/gpu_word.cuh"

#ifdef FIXED_MATH
/**
 * A number of the state (positions, velocities) in 32-bit fixed point. Steps are computed in double
 * precision and rounded when the state is stored.
 */
template <int BITS> struct fixed_number {
    int units; /* value in units of 2^-BITS */

    fixed_number() = default;
    __device__ __forceinline__ fixed_number(double number)
        : units(__double2int_rn(number * (1 << BITS)))
    {
    }
    __device__ __forceinline__ operator double() const
    {
        return units / (double)(1 << BITS);
    }
    __device__ __forceinline__ fixed_number &operator+=(double by)
    {
        return *this = *this + by;
    }
};

template <int BITS> __device__ __forceinline__ int word_in(fixed_number<BITS> number)
{
    return number.units;
}

using fixed_state = fixed_number<16>;
using TURN = fixed_number<30>; /* 30 bits, because components of a quaternion are at most 1; with 16
                                  bits of fraction, energy would drift */

/** Returns the inverse of a mass, which is stored with as many fraction bits as a quaternion. */
__device__ __forceinline__ double fine(STATE number)
{
    TURN turn;
    turn.units = number.units;
    return turn;
}
#else
using TURN = STATE;

__device__ __forceinline__ STATE fine(STATE number)
{
    return number;
}
#endif

struct __align__(16) state4
{
    STATE x, y, z, w;
};

struct __align__(16) turn4
{
    TURN w, x, y, z;
};

/** Converts a sum of forces to a floating-point number. */
__device__ __forceinline__ double from_sum(SUM sum)
{
#ifdef FRACTION_BITS
    return (double)sum / (double)(1ULL << FRACTION_BITS);
#else
    return (double)sum;
#endif
}

/** Type for computing steps: the type of a product of two state numbers. */
using number = decltype(STATE() * STATE());

#include "harness/physics/shared/rotation.h"
#include "strategies/gpu_motion_arguments.h"

#ifdef FIXED_MATH
enum { STATE_APART = true };
#else
enum { STATE_APART = sizeof(STATE) != sizeof(REAL) };
#endif

__device__ __forceinline__ long long step_of(const dynamics_arguments &a)
{
    return a.status->base + a.offset;
}

/** Whether an earlier step found that the list is no longer valid. */
__device__ __forceinline__ bool halted_before(const dynamics_arguments &a, long long step)
{
    const long long halted = a.status->halted;
    return halted != 0 && halted < step;
}

/**
 * Programmatic dependent launch: waits for the previous kernel, which may still run, and allows the
 * launch of the next kernel. This avoids a gap between kernels. No effect before sm_90.
 */
__device__ __forceinline__ void take_over()
{
#if __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.wait;" ::: "memory");
    asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
#endif
}

/** Whether the thermostat acts at the end of a step. */
__device__ __forceinline__ bool acts_at(const dynamics_arguments &a, long long step)
{
    return a.interval != 0 && step % a.interval == 0;
}

/** Returns the coordinate from which forces are computed, rounded to the grid if there is one. */
__device__ __forceinline__ REAL coordinate_of(const dynamics_arguments &a, STATE coordinate)
{
    return (REAL)((number)coordinate + (number)a.rounder - (number)a.rounder);
}

__device__ __forceinline__ vector4 position_of(const dynamics_arguments &a, const state4 &at)
{
    return {coordinate_of(a, at.x), coordinate_of(a, at.y), coordinate_of(a, at.z),
            with_word<REAL>(word_in(at.w))};
}

/** A particle during a step: its state, force and torque. */
template <bool BODY> struct particle {
    state4 at, velocity;
    number kick[3]; /* change of the velocity in half a step */
    double turned[4], spin[3], twist[3];

    __device__ __forceinline__ particle(const dynamics_arguments &a, int i)
        : particle(a, i, a.force[i], BODY ? a.torque[i] : sum4{0, 0, 0, 0})
    {
    }

    __device__ __forceinline__ particle(const dynamics_arguments &a, int i, const sum4 &force,
                                        const sum4 &torque)
        : at(a.at[i]), velocity(a.velocity[i])
    {
        const number half = (number)(a.dt / 2 * fine(velocity.w));
        kick[0] = half * (number)from_sum(force.x);
        kick[1] = half * (number)from_sum(force.y);
        kick[2] = half * (number)from_sum(force.z);
        if (BODY) {
            const turn4 q = a.turned[i];
            const state4 l = a.spin[i];
            const double space[3] = {from_sum(torque.x), from_sum(torque.y), from_sum(torque.z)};
            turned[0] = q.w, turned[1] = q.x, turned[2] = q.y, turned[3] = q.z;
            spin[0] = l.x, spin[1] = l.y, spin[2] = l.z;
            rotation_to_body(turned, space, twist);
            for (int d = 0; d < 3; d++)
                twist[d] *= a.dt / 2;
        }
    }

    __device__ __forceinline__ double mass() const
    {
        return 1 / (double)fine(velocity.w);
    }

    /** Returns the type of a body, which selects its moments of inertia; 0 for points. */
    __device__ __forceinline__ int type() const
    {
        return BODY ? word_type(word_in(at.w)) : 0;
    }

    /** Applies force and torque for `halves` half steps, 1 or 2. */
    __device__ __forceinline__ void push(int halves)
    {
        velocity.x = (STATE)fma((number)halves, kick[0], (number)velocity.x);
        velocity.y = (STATE)fma((number)halves, kick[1], (number)velocity.y);
        velocity.z = (STATE)fma((number)halves, kick[2], (number)velocity.z);
        for (int d = 0; d < 3 && BODY; d++)
            spin[d] = fma((double)halves, twist[d], spin[d]);
    }

    /** Applies a heat bath to the particle: friction and noise, or collisions. */
    __device__ __forceinline__ void collide(const dynamics_arguments &a, int i, long long step)
    {
        double v[3] = {velocity.x, velocity.y, velocity.z};
        const double *inertia = a.inertia[type()];
        if (a.langevin)
            langevin_apply(&a.bath, step, a.number[i], a.kept, mass(), inertia, v, BODY, spin);
        else
            collision_apply(&a.bath, step, a.number[i], mass(), inertia, v, BODY, spin);
        velocity.x = (STATE)v[0];
        velocity.y = (STATE)v[1];
        velocity.z = (STATE)v[2];
    }

    /** Scales velocity and angular momentum by the factors of a global thermostat. */
    __device__ __forceinline__ void scale(const double by[2])
    {
        velocity.x = (STATE)(velocity.x * by[0]);
        velocity.y = (STATE)(velocity.y * by[0]);
        velocity.z = (STATE)(velocity.z * by[0]);
        for (int d = 0; d < 3 && BODY; d++)
            spin[d] *= by[1];
    }

    /** Does the second half of a step: force, then the thermostat if it acts. */
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

    /** Returns the kinetic energies of translation and of rotation. */
    __device__ __forceinline__ void kinetic(const dynamics_arguments &a, double energy[2]) const
    {
        const double x = velocity.x, y = velocity.y, z = velocity.z;
        energy[0] = mass() * (x * x + y * y + z * z) / 2;
        energy[1] = 0;
        for (int d = 0; d < 3 && BODY; d++)
            if (a.inertia[type()][d] != 0)
                energy[1] += spin[d] * spin[d] / a.inertia[type()][d] / 2;
    }

    __device__ __forceinline__ void store_velocity(const dynamics_arguments &a, int i) const
    {
        a.velocity[i] = velocity;
        if (BODY)
            a.spin[i] = {(STATE)spin[0], (STATE)spin[1], (STATE)spin[2], 0};
    }
};

/** Returns a coordinate wrapped into the box. */
__device__ __forceinline__ number wrap(number coordinate, number edge)
{
    if (coordinate < 0 || coordinate >= edge)
        coordinate -= edge * floor(coordinate / edge);
    return coordinate < 0 || coordinate >= edge ? 0 : coordinate;
}

/**
 * Changes a particle's position by a step. If it has moved farther than the list's skin allows,
 * halts the following steps.
 */
template <bool BODY>
__device__ __forceinline__ void drift(const dynamics_arguments &a, int i, particle<BODY> &p,
                                      long long step)
{
    const state4 listed = a.listed[i];
    const number dt = (number)a.dt;
    const number edge[3] = {(number)a.edge[0], (number)a.edge[1], (number)a.edge[2]};
    p.at.x = wrap(fma(dt, (number)p.velocity.x, (number)p.at.x), edge[0]);
    p.at.y = wrap(fma(dt, (number)p.velocity.y, (number)p.at.y), edge[1]);
    p.at.z = wrap(fma(dt, (number)p.velocity.z, (number)p.at.z), edge[2]);
    a.moved_at[i] = p.at;
    if (STATE_APART)
        a.position[i] = position_of(a, p.at);
    const number dx = nearest<number>(listed.x, p.at.x, edge[0], edge[0] / 2);
    const number dy = nearest<number>(listed.y, p.at.y, edge[1], edge[1] / 2);
    const number dz = nearest<number>(listed.z, p.at.z, edge[2], edge[2] / 2);
    if (fma(dx, dx, fma(dy, dy, dz * dz)) <= (number)a.limit2)
        return;
    const number speed2 =
        p.velocity.x * p.velocity.x + p.velocity.y * p.velocity.y + p.velocity.z * p.velocity.z;
    if (!(dt * sqrt(speed2) <= (number)a.reach))
        atomicMax(&a.status->fast, a.number[i] + 1);
    a.status->halted = step;
}

__device__ __forceinline__ void turn(const dynamics_arguments &a, int i, particle<true> &p)
{
    double q[4] = {p.turned[0], p.turned[1], p.turned[2], p.turned[3]};
    rotation_free(q, p.spin, a.inertia[p.type()], a.dt);
    for (int d = 0; d < 4 && a.dt == 0; d++)
        q[d] = p.turned[d]; /* dt = 0: keeps the orientation without rounding */
    a.moved_turned[i] = {(TURN)q[0], (TURN)q[1], (TURN)q[2], (TURN)q[3]};
    if (STATE_APART)
        a.orientation[i] = {(REAL)q[0], (REAL)q[1], (REAL)q[2], (REAL)q[3]};
}

/**
 * Moves a particle. Does the second half of the previous step if it is pending, then the first half
 * of this step.
 */
template <bool BODY, bool BATH>
__device__ __forceinline__ void move_by(const dynamics_arguments &a, int i, long long step,
                                        particle<BODY> &p)
{
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

#endif
