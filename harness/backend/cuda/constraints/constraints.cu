/*
 * Constraints and virtual sites of moving particles, for steps that are enqueued ahead
 * (harness/backend/cuda/cuda_steps.h). The algorithms come from harness/physics/constraints.h and
 * harness/physics/virtual_sites.h. Each group of constraints, or run of sites, has a thread.
 */
#include "strategies/gpu_motion.cuh"

#include "harness/backend/cuda/constraints/constraint_arguments.h"
#include "harness/backend/cuda/constraints/pushes.cuh"

#define THREAD ((int)(blockIdx.x * blockDim.x + threadIdx.x))

/** Returns group g, with the inverse masses of its members, and without corrections yet. */
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

/** Computes the displacement from one particle to another. */
__device__ __forceinline__ void look(const dynamics_arguments &a, int from, int to, double r[3])
{
    const state4 p = a.at[from], q = a.at[to];
    r[0] = nearest<double>(p.x, q.x, a.edge[0], a.edge[0] / 2);
    r[1] = nearest<double>(p.y, q.y, a.edge[1], a.edge[1] / 2);
    r[2] = nearest<double>(p.z, q.z, a.edge[2], a.edge[2] / 2);
}

/**
 * Displacement and relative velocity of a constraint's second particle, for its image nearest to
 * the first particle.
 */
struct seen {
    double apart[3], velocity[3];

    __device__ __forceinline__ seen(const dynamics_arguments &a, const constraint_group &group,
                                    int k, int kicks)
    {
        const constraint_length &c = group.length[k * CONSTRAINT_LANES];
        const int i = group.particle[c.member[0] * CONSTRAINT_LANES];
        const int j = group.particle[c.member[1] * CONSTRAINT_LANES];
        const particle<false> p(a, i), q(a, j);
        look(a, i, j, apart);
        velocity[0] = (double)q.velocity.x - (double)p.velocity.x;
        velocity[1] = (double)q.velocity.y - (double)p.velocity.y;
        velocity[2] = (double)q.velocity.z - (double)p.velocity.z;
        for (int d = 0; d < 3 && kicks != 0; d++)
            velocity[d] += (double)q.kick[d] - (double)p.kick[d];
    }
};

/** Adds a multiple of a vector to x, y and z of the state. */
__device__ __forceinline__ void add(state4 &to, double part, const double by[3])
{
    to.x = (STATE)((double)to.x + part * by[0]);
    to.y = (STATE)((double)to.y + part * by[1]);
    to.z = (STATE)((double)to.z + part * by[2]);
}

/**
 * Stores the position of a particle after a step. If the particle is farther from its position in
 * the list than the skin allows, the following steps are halted.
 */
__device__ __forceinline__ void store(const dynamics_arguments &a, int i, state4 at, long long step)
{
    const state4 listed = a.listed[i];
    const number edge[3] = {(number)a.edge[0], (number)a.edge[1], (number)a.edge[2]};
    at.x = wrap(at.x, edge[0]);
    at.y = wrap(at.y, edge[1]);
    at.z = wrap(at.z, edge[2]);
    a.at[i] = at;
    if (STATE_APART)
        a.position[i] = position_of(a, at);
    const number dx = nearest<number>(listed.x, at.x, edge[0], edge[0] / 2);
    const number dy = nearest<number>(listed.y, at.y, edge[1], edge[1] / 2);
    const number dz = nearest<number>(listed.z, at.z, edge[2], edge[2] / 2);
    if (!(fma(dx, dx, fma(dy, dy, dz * dz)) <= (number)a.limit2))
        a.status->halted = step;
}

/**
 * Moves a member of a group, and adds the displacement divided by the time step to its velocity.
 */
__device__ __forceinline__ void place(const constraint_arguments &c, int i, const double by[3],
                                      long long step)
{
    const dynamics_arguments &a = c.motion;
    state4 at = a.at[i], velocity = a.velocity[i];
    add(velocity, c.made / a.dt, by);
    add(at, c.made, by);
    a.velocity[i] = velocity;
    store(a, i, at, step);
}

/**
 * Corrects positions so that they satisfy the constraints. Particles move along the constraints'
 * directions before the step.
 */
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

/**
 * Removes the velocities along constraints, before or after the pending half of a step. Sets the
 * velocities of virtual sites to zero.
 */
extern "C" __global__ void __launch_bounds__(DYNAMICS_BLOCK)
    slow_constrained(const __grid_constant__ constraint_arguments c)
{
    const dynamics_arguments &a = c.motion;
    const long long step = step_of(a);
    const int g = THREAD;
    if (c.kicked != 0 && (halted_before(a, step) || !acts_at(a, step - 1)))
        return;
    for (int k = g < c.runs ? c.run[g] : 0; g < c.runs && k < c.run[g + 1]; k++) {
        state4 &velocity = a.velocity[c.site[k].site];
        velocity.x = velocity.y = velocity.z = 0;
    }
    if (g >= c.groups)
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

/** Computes the displacements from the first to the other particles that define a virtual site. */
__device__ __forceinline__ void look(const dynamics_arguments &a, const virtual_site &site,
                                     double u[3], double v[3])
{
    look(a, site.maker[0], site.maker[1], u);
    look(a, site.maker[0], site.maker[2], v);
}

/** Moves virtual sites to the positions that other particles define. */
extern "C" __global__ void __launch_bounds__(DYNAMICS_BLOCK)
    place_sites(const __grid_constant__ constraint_arguments c)
{
    const dynamics_arguments &a = c.motion;
    const long long step = step_of(a);
    const int g = THREAD;
    if (g >= c.runs || halted_before(a, step))
        return;
    for (int k = c.run[g]; k < c.run[g + 1]; k++) {
        const virtual_site site = c.site[k];
        double u[3], v[3], place[3];
        look(a, site, u, v);
        virtual_site_place(&site, u, v, place);
        state4 at = a.at[site.maker[0]];
        add(at, 1, place);
        at.w = a.at[site.site].w;
        store(a, site.site, at, step);
    }
}

/** Moves the forces on virtual sites to the particles that define them. */
extern "C" __global__ void __launch_bounds__(DYNAMICS_BLOCK)
    spread_sites(const __grid_constant__ constraint_arguments c)
{
    const dynamics_arguments &a = c.motion;
    sum4 *force = const_cast<sum4 *>(a.force);
    const int g = THREAD;
    for (int k = g < c.runs ? c.run[g] : 0; g < c.runs && k < c.run[g + 1]; k++) {
        const virtual_site site = c.site[k];
        sum4 &own = force[site.site];
        const double all[3] = {(double)from_sum(own.x), (double)from_sum(own.y),
                               (double)from_sum(own.z)};
        double u[3], v[3], part[SITE_MAKERS][3];
        look(a, site, u, v);
        virtual_site_spread(&site, u, v, all, part);
        own.x = own.y = own.z = 0;
        for (int m = 0; m < SITE_MAKERS; m++)
            push(force[site.maker[m]], part[m]);
    }
}
