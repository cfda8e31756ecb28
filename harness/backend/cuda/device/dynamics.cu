/*
 * Velocity Verlet or leapfrog steps of points and rigid bodies, with thermostats, by the equations
 * of harness/physics/dynamics.h. Steps are enqueued ahead (harness/backend/cuda/cuda_steps.h). A
 * thread per particle.
 */
#include "strategies/gpu_motion.cuh"

#define THREAD ((int)(blockIdx.x * blockDim.x + threadIdx.x))

/**
 * Makes the second half of the previous step, if it is pending, and the first half of this step.
 */
template <bool BODY, bool BATH> __device__ __forceinline__ void move(const dynamics_arguments &a)
{
    const int i = THREAD;
    const long long step = step_of(a);
    if (i >= a.n || halted_before(a, step))
        return;
    particle<BODY> p(a, i);
    move_by<BODY, BATH>(a, i, step, p);
}

/** Makes the second half of a step. */
template <bool BODY, bool BATH> __device__ __forceinline__ void finish(const dynamics_arguments &a)
{
    const int i = THREAD;
    if (i >= a.n)
        return;
    particle<BODY> p(a, i);
    p.template end_step<BATH>(a, i, step_of(a));
    p.store_velocity(a, i);
}

/** Defines a kernel from body<BODY, BATH>(a) and its variants for bodies and for a bath. */
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

/**
 * Ends a batch of steps. The next batch counts from the last step that was made, which is the
 * `offset`-th if the batch has not halted. Stores the progress for the host.
 */
__device__ __forceinline__ void end_batch(const dynamics_arguments &a)
{
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

/** Ends a batch of `offset` steps. */
extern "C" __global__ void arrive(const __grid_constant__ dynamics_arguments a)
{
    if (THREAD != 0)
        return;
    end_batch(a);
}

/** Halts the steps after the list's last valid step. */
extern "C" __global__ void end_service(const __grid_constant__ dynamics_arguments a)
{
    const long long step = step_of(a);
    if (THREAD == 0 && !halted_before(a, step) && step - a.status->listed >= a.list_interval)
        a.status->halted = step;
}

/** Lets steps continue after a halt, with a list of the current positions. */
extern "C" __global__ void restart(const __grid_constant__ dynamics_arguments a)
{
    if (THREAD != 0)
        return;
    motion_status status = *a.status;
    const int served = (int)(status.base - status.listed);
    if (status.halted == 0) /* not halted: no particle has left the skin, and the list could have
                             * lasted longer */
        status.life = max(status.life, served);
    status.listed = status.base;
    if (status.fast == 0)
        status.halted = 0;
    *a.status = status;
}

/**
 * Ends a batch of fused steps, which alternate between two arrays. Copies positions back if the
 * number of steps is odd. The last block to finish ends the batch.
 */
extern "C" __global__ void arrive_fused(const __grid_constant__ dynamics_arguments a)
{
    take_over();
    const int i = THREAD;
    const motion_status &status = *a.status;
    const long long made = status.halted == 0  ? a.offset
                           : status.halted > 0 ? status.halted - status.base
                                               : 0;
    if (i < a.n && made % 2 != 0) {
        a.position[i] = load(a.spare_position + i);
        if (a.spare_orientation != nullptr)
            a.orientation[i] = load(a.spare_orientation + i);
    }
    __syncthreads();
    motion_round &round = *reinterpret_cast<motion_round *>(a.status);
    if (threadIdx.x != 0 || atomicAdd(&round.arrived, 1u) + 1 != gridDim.x)
        return;
    round.arrived = 0;
    end_batch(a);
}

/** Stores the current positions as the list's. */
extern "C" __global__ void remember(const __grid_constant__ dynamics_arguments a)
{
    const int i = THREAD;
    if (i < a.n)
        a.listed[i] = a.at[i];
}

/** Stores the state in the new order of the particles, and sorts the other arrays. */
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

/** Copies back the state that gather_state has sorted. */
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
        const turn4 q = a.sorted_turned[k];
        a.turned[k] = q;
        if (STATE_APART)
            a.orientation[k] = {(REAL)q.w, (REAL)q.x, (REAL)q.y, (REAL)q.z};
        a.spin[k] = a.sorted_spin[k];
    }
}

template <typename T> __device__ __forceinline__ T warp_sum(T value)
{
    for (int distance = 16; distance > 0; distance /= 2)
        value += __shfl_xor_sync(0xffffffffu, value, distance);
    return value;
}

/** Returns the sum over a block, in its first thread. */
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

/**
 * Computes the factors for all velocities from the kinetic energies at the end of the last step.
 */
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

/**
 * Applies a thermostat that couples all particles, between two steps. Each block sums kinetic
 * energies; the last one to finish computes the factors.
 */
template <bool BODY> __device__ __forceinline__ void couple(const dynamics_arguments &a)
{
    const long long step = step_of(a);
    const bool ends = a.pending && acts_at(a, step - 1);
    if (halted_before(a, step) || !(ends || (a.begins && !a.rescales)))
        return;
    unsigned long long sum[2] = {0, 0};
    for (int i = THREAD; i < a.n; i += gridDim.x * blockDim.x) {
        particle<BODY> p(a, i);
        double energy[2];
        if (a.pending)
            p.push(1);
        p.kinetic(a, energy);
        for (int k = 0; k < 2; k++)
            sum[k] += (unsigned long long)llrint(energy[k] * a.kinetic_units);
    }
    motion_heat &heat = *a.heat;
    for (int k = 0; k < 2; k++) {
        sum[k] = block_sum(sum[k]);
        if (threadIdx.x == 0)
            atomicAdd(&heat.kinetic[k], sum[k]);
    }
    if (threadIdx.x != 0)
        return;
    __threadfence(); /* the sums must be visible before the block is counted */
    if (atomicAdd(&heat.blocks, 1U) != gridDim.x - 1)
        return;
    __threadfence();
    double energy[2];
    for (int k = 0; k < 2; k++)
        energy[k] = (double)atomicExch(&heat.kinetic[k], 0ULL) / a.kinetic_units;
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

/* precision `fixed` has energies in whole numbers, so their sum does not depend on the order */
#ifdef FRACTION_BITS
using energy_sum = long long;

__device__ __forceinline__ energy_sum to_energy_sum(double energy)
{
    return llrint(energy * (double)(1ULL << FRACTION_BITS));
}

__device__ __forceinline__ double from_energy_sum(energy_sum sum)
{
    return (double)sum / (double)(1ULL << FRACTION_BITS);
}
#else
using energy_sum = double;

__device__ __forceinline__ energy_sum to_energy_sum(double energy)
{
    return energy;
}

__device__ __forceinline__ double from_energy_sum(energy_sum sum)
{
    return sum;
}
#endif

/** Sums the energies of a block's particles. A block has the same particles in every call. */
template <bool BODY> __device__ __forceinline__ void add_up(const dynamics_arguments &a)
{
    energy_sum potential = 0, kinetic[2] = {0, 0};
    for (int i = THREAD; i < a.n; i += gridDim.x * blockDim.x) {
        const particle<BODY> p(a, i);
        double energy[2];
        p.kinetic(a, energy);
        potential += to_energy_sum(from_sum(a.force[i].w));
        for (int k = 0; k < 2; k++)
            kinetic[k] += to_energy_sum(energy[k]);
    }
    potential = block_sum(potential);
    for (int k = 0; k < 2; k++)
        kinetic[k] = block_sum(kinetic[k]);
    if (threadIdx.x == 0)
        a.sums[blockIdx.x] = {from_energy_sum(potential), from_energy_sum(kinetic[0]),
                              from_energy_sum(kinetic[1])};
}

extern "C" __global__ void __launch_bounds__(DYNAMICS_BLOCK)
    add_energies_points(const __grid_constant__ dynamics_arguments a)
{
    add_up<false>(a);
}

extern "C" __global__ void __launch_bounds__(DYNAMICS_BLOCK)
    add_energies_bodies(const __grid_constant__ dynamics_arguments a)
{
    add_up<true>(a);
}

#include "harness/backend/cuda/device/common_motion.cuh"
