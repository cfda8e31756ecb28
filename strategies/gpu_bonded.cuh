/* Evaluation of bonded terms, and the sum over the terms of a particle. */
#ifndef PAIRLANES_STRATEGIES_GPU_BONDED_CUH
#define PAIRLANES_STRATEGIES_GPU_BONDED_CUH

#include "strategies/gpu_particle.cuh"

#ifdef BONDED_MOST
#include "strategies/bonded_term.h"

/**
 * Evaluates a bonded term from the positions of its members. `word` is the word of its entry in the
 * topology (harness/particles/topology.h). The caller zeroes f and selects the energy terms in it;
 * r is work memory.
 */
__device__ __forceinline__ void evaluate_at(const gpu_arguments &a, int word,
                                            const vector4 (&at)[BONDED_MOST],
                                            const body_type (&bodies)[BONDED_MOST],
                                            struct vector (&r)[BONDED_MOST - 1], bonded_force &f)
{
#pragma unroll
    for (int m = 1; m < BONDED_MOST; m++) {
        const displacement d(box_of(a), at[m - 1], at[m], true);
        r[m - 1] = vector(d.x, d.y, d.z);
    }
    evaluate_term(&model_constants(), a.bonded_rows, word / 4, bodies, r, &f);
    select_bonded_virial(&f, r);
}

/** Adds the force and torque on particle i of a bonded term, which is an entry of the topology. */
template <bool ENERGY>
__device__ __forceinline__ void add_term(const gpu_arguments &a, int i, const int4 &term,
                                         total &sum)
{
    const int entry[4] = {term.x, term.y, term.z, term.w};
    const int role = term.x % 4;
    vector4 at[BONDED_MOST];
    body_type bodies[BONDED_MOST];
    struct vector r[BONDED_MOST - 1];
    bonded_force f = {};
    f.selected = a.terms;
#pragma unroll
    for (int m = 0; m < BONDED_MOST; m++) {
        const int other = m < role ? entry[min(m + 1, 3)] : entry[m];
        const int member = m == role || other < 0 ? i : other; /* a term may have fewer members */
        at[m] = load(a.position + member);
        bodies[m] = body_at(a, member, at[m]);
    }
    evaluate_at(a, term.x, at, bodies, r, f);
#pragma unroll
    for (int m = 0; m < BONDED_MOST; m++) {
        if (m != role)
            continue;
        sum.x += to_sum(f.force[m].x);
        sum.y += to_sum(f.force[m].y);
        sum.z += to_sum(f.force[m].z);
        sum.turn(to_sums(f.torque[m]));
    }
    if (ENERGY && role == 0)
        sum.energy += to_sum(f.energy);
}
#endif

/** Adds the bonded terms of particle i. Only the first member of a term gets its energy. */
template <bool ENERGY>
__device__ __forceinline__ void add_bonded(const gpu_arguments &a, int i, total &sum)
{
#ifdef BONDED_MOST
    if (a.bonded_start == nullptr)
        return;
    const int end = __ldg(a.bonded_start + i + 1);
    for (int k = __ldg(a.bonded_start + i); k < end; k++)
        add_term<ENERGY>(a, i, __ldg(a.bonded + k), sum);
#endif
}

#endif
