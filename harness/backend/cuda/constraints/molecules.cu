/*
 * Contribution of molecules to the pressure, and their motion with the box, by the equations of
 * harness/physics/pressure.h. Each molecule has a thread.
 */
#include "strategies/gpu_motion.cuh"

#include "harness/backend/cuda/constraints/molecule_arguments.h"

#define THREAD ((int)(blockIdx.x * blockDim.x + threadIdx.x))

/**
 * Computes the displacements of a molecule's members from the first, and sums their masses,
 * positions, momenta and forces.
 */
__device__ __forceinline__ molecule_sums walk(const molecule_arguments &c, int molecule)
{
    const dynamics_arguments &a = c.motion;
    molecule_sums sums = {};
    for (int k = c.start[molecule]; k < c.start[molecule + 1]; k++) {
        const molecule_member member = c.member[k];
        const int i = member.particle, from = member.from;
        const state4 at = a.at[i], before = a.at[c.member[from].particle], v = a.velocity[i];
        const sum4 f = a.force[i];
        double place[3] = {0, 0, 0};
        if (from != k) {
            place[0] =
                c.offset[3 * from] + nearest<double>(before.x, at.x, a.edge[0], a.edge[0] / 2);
            place[1] =
                c.offset[3 * from + 1] + nearest<double>(before.y, at.y, a.edge[1], a.edge[1] / 2);
            place[2] =
                c.offset[3 * from + 2] + nearest<double>(before.z, at.z, a.edge[2], a.edge[2] / 2);
        }
        for (int d = 0; d < 3; d++)
            c.offset[3 * k + d] = place[d];
        const double velocity[3] = {(double)v.x, (double)v.y, (double)v.z};
        const double force[3] = {(double)from_sum(f.x), (double)from_sum(f.y),
                                 (double)from_sum(f.z)};
        molecule_add(member.massive / (double)fine(v.w), place, velocity, force, &sums);
    }
    return sums;
}

/** Returns the sum over a block, in its first warp. */
__device__ __forceinline__ double block_sum(double value)
{
    __shared__ double part[DYNAMICS_BLOCK / 32];
    for (int distance = 16; distance > 0; distance /= 2)
        value += __shfl_xor_sync(0xffffffffu, value, distance);
    __syncthreads();
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = value;
    __syncthreads();
    value = 0;
    for (int w = 0; w < DYNAMICS_BLOCK / 32; w++)
        value += part[w];
    return value;
}

extern "C" __global__ void __launch_bounds__(DYNAMICS_BLOCK)
    sum_molecules(const __grid_constant__ molecule_arguments c)
{
    molecular_sums sums = {};
    for (int m = THREAD; m < c.molecules; m += gridDim.x * blockDim.x) {
        const molecule_sums one = walk(c, m);
        molecule_end(&one, &sums);
    }
    for (int d = 0; d < 3; d++) {
        sums.momentum2[d] = block_sum(sums.momentum2[d]);
        sums.inner[d] = block_sum(sums.inner[d]);
    }
    if (threadIdx.x == 0)
        c.sums[blockIdx.x] = sums;
}

/** Stores the position of a particle. */
__device__ __forceinline__ void place(const dynamics_arguments &a, int i, const state4 &at)
{
    a.at[i] = at;
    if (STATE_APART)
        a.position[i] = position_of(a, at);
}

/** Moves molecules with the scaled box. Before a trial it saves their positions. */
extern "C" __global__ void __launch_bounds__(DYNAMICS_BLOCK)
    scale_molecules(const __grid_constant__ molecule_arguments c)
{
    const dynamics_arguments &a = c.motion;
    const int m = THREAD;
    if (m >= c.molecules)
        return;
    const molecule_sums sums = walk(c, m);
    const state4 first = a.at[c.member[c.start[m]].particle];
    double from[3] = {(double)first.x, (double)first.y, (double)first.z};
    for (int d = 0; d < 3; d++)
        from[d] += molecule_shift(c.scale[d], from[d], sums.place[d], sums.mass);
    for (int k = c.start[m]; k < c.start[m + 1]; k++) {
        const int i = c.member[k].particle;
        state4 at = a.at[i];
        if (c.kept != nullptr)
            c.kept[i] = at;
        at.x = (STATE)wrap((number)(from[0] + c.offset[3 * k]), (number)c.edge[0]);
        at.y = (STATE)wrap((number)(from[1] + c.offset[3 * k + 1]), (number)c.edge[1]);
        at.z = (STATE)wrap((number)(from[2] + c.offset[3 * k + 2]), (number)c.edge[2]);
        place(a, i, at);
    }
}

/** Restores the positions before a trial. */
extern "C" __global__ void __launch_bounds__(DYNAMICS_BLOCK)
    restore_molecules(const __grid_constant__ molecule_arguments c)
{
    const int i = THREAD;
    if (i < c.motion.n)
        place(c.motion, i, c.kept[i]);
}

/**
 * Ends a step after a change of the box, which makes the list invalid. Reports the end to the host.
 */
extern "C" __global__ void arrive_scaled(const __grid_constant__ molecule_arguments c)
{
    const dynamics_arguments &a = c.motion;
    if (THREAD != 0)
        return;
    motion_status status = *a.status;
    status.halted = status.base = step_of(a);
    *a.status = status;
    *a.report = status;
}
