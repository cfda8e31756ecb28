/*
 * Constraints of particles that move, as harness/physics/constraints.h has them, for steps that are
 * enqueued ahead (harness/backend/cuda/cuda_steps.h). A thread per group.
 */
#include "strategies/gpu_motion.cuh"

#include "harness/backend/cuda/constraints/constraint_arguments.h"

#define THREAD ((int)(blockIdx.x * blockDim.x + threadIdx.x))

/** Group g, to whose members nothing is added yet. */
__device__ __forceinline__ constraint_group group_of(const constraint_arguments &c, int g)
{
    const int slice = g / CONSTRAINT_LANES, lane = g % CONSTRAINT_LANES;
    const long long first = CONSTRAINT_LANES * c.before[slice] + lane;
    const long long first_member = CONSTRAINT_LANES * (c.before[slice] + slice) + lane;
    const constraint_group group = {
        c.constraints[g],          c.members[g],      CONSTRAINT_LANES,       c.length + first,
        c.particle + first_member, c.vectors + first, c.member + first_member};
    for (int m = 0; m < group.members; m++) {
        const int i = group.particle[m * CONSTRAINT_LANES];
        group.member[m * CONSTRAINT_LANES] = {{0, 0, 0}, (double)fine(c.motion.velocity[i].w)};
    }
    return group;
}

/** The second particle of a constraint as the first one sees it. */
struct seen {
    double apart[3], velocity[3];

    __device__ __forceinline__ seen(const dynamics_arguments &a, const constraint_group &group,
                                    int k, int kicks)
    {
        const constraint_length &c = group.length[k * CONSTRAINT_LANES];
        const particle<false> p(a, group.particle[c.member[0] * CONSTRAINT_LANES]);
        const particle<false> q(a, group.particle[c.member[1] * CONSTRAINT_LANES]);
        apart[0] = nearest<double>(p.at.x, q.at.x, a.edge[0], a.edge[0] / 2);
        apart[1] = nearest<double>(p.at.y, q.at.y, a.edge[1], a.edge[1] / 2);
        apart[2] = nearest<double>(p.at.z, q.at.z, a.edge[2], a.edge[2] / 2);
        velocity[0] = (double)q.velocity.x - (double)p.velocity.x;
        velocity[1] = (double)q.velocity.y - (double)p.velocity.y;
        velocity[2] = (double)q.velocity.z - (double)p.velocity.z;
        for (int d = 0; d < 3 && kicks != 0; d++)
            velocity[d] += (double)q.kick[d] - (double)p.kick[d];
    }
};

/** Adds a part of a vector to three numbers of the state. */
__device__ __forceinline__ void add(state4 &to, double part, const double by[3])
{
    to.x = (STATE)((double)to.x + part * by[0]);
    to.y = (STATE)((double)to.y + part * by[1]);
    to.z = (STATE)((double)to.z + part * by[2]);
}

/** Moves a member, and adds to its velocity what that takes in a step. One that has moved farther
 * than the list's skin allows halts the steps to come. */
__device__ __forceinline__ void place(const constraint_arguments &c, int i, const double by[3],
                                      long long step)
{
    const dynamics_arguments &a = c.motion;
    state4 at = a.at[i], velocity = a.velocity[i];
    const state4 listed = a.listed[i];
    const number edge[3] = {(number)a.edge[0], (number)a.edge[1], (number)a.edge[2]};
    add(velocity, c.made / a.dt, by);
    add(at, c.made, by);
    at.x = wrap(at.x, edge[0]);
    at.y = wrap(at.y, edge[1]);
    at.z = wrap(at.z, edge[2]);
    a.velocity[i] = velocity;
    a.at[i] = at;
    if (STATE_APART)
        a.position[i] = position_of(a, at);
    const number dx = nearest<number>(listed.x, at.x, edge[0], edge[0] / 2);
    const number dy = nearest<number>(listed.y, at.y, edge[1], edge[1] / 2);
    const number dz = nearest<number>(listed.z, at.z, edge[2], edge[2] / 2);
    if (c.made != 0 && !(fma(dx, dx, fma(dy, dy, dz * dz)) <= (number)a.limit2))
        a.status->halted = step;
}

/** Brings positions to their lengths, along the constraints before the step. */
extern "C" __global__ void __launch_bounds__(DYNAMICS_BLOCK)
    place_constrained(const __grid_constant__ constraint_arguments c)
{
    const dynamics_arguments &a = c.motion;
    const long long step = step_of(a);
    const int g = THREAD;
    if (g >= c.groups || halted_before(a, step))
        return;
    const constraint_group group = group_of(c, g);
    for (int k = 0; k < group.constraints; k++) {
        const seen now(a, group, k, 0);
        constraint_vectors vectors;
        for (int d = 0; d < 3; d++) {
            vectors.apart[d] = now.apart[d] + (1 - c.made) * a.dt * now.velocity[d];
            vectors.along[d] = now.apart[d] - c.made * a.dt * now.velocity[d];
        }
        group.vectors[k * CONSTRAINT_LANES] = vectors;
    }
    const int wrong = constraint_positions(&group);
    if (wrong != CONSTRAINTS_SATISFIED && c.made != 0) {
        atomicMax(c.wrong, (unsigned long long)(g + 1) << 32 | (unsigned)wrong);
        a.status->fast = 1;
        a.status->halted = step;
        return;
    }
    for (int m = 0; m < group.members; m++)
        place(c, group.particle[m * CONSTRAINT_LANES], group.member[m * CONSTRAINT_LANES].added,
              step);
}

/** Takes from velocities what they have along constraints, or will have after the kick. */
extern "C" __global__ void __launch_bounds__(DYNAMICS_BLOCK)
    slow_constrained(const __grid_constant__ constraint_arguments c)
{
    const dynamics_arguments &a = c.motion;
    const long long step = step_of(a);
    const int g = THREAD;
    if (g >= c.groups || (c.kicked != 0 && (halted_before(a, step) || !acts_at(a, step - 1))))
        return;
    const constraint_group group = group_of(c, g);
    for (int k = 0; k < group.constraints; k++) {
        const seen now(a, group, k, c.kicked);
        constraint_vectors vectors;
        for (int d = 0; d < 3; d++) {
            vectors.apart[d] = now.velocity[d];
            vectors.along[d] = now.apart[d];
        }
        group.vectors[k * CONSTRAINT_LANES] = vectors;
    }
    constraint_velocities(&group, a.dt);
    for (int m = 0; m < group.members; m++)
        add(a.velocity[group.particle[m * CONSTRAINT_LANES]], 1,
            group.member[m * CONSTRAINT_LANES].added);
}
