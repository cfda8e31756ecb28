/*
 * The bonded terms, before or after any strategy, with one block per group of particles that are
 * consecutive along the bonds (strategies/term_group.h):
 *
 *     for each particle that the group reads, shared out among the threads
 *         place[k] = position                              in shared memory
 *     for each term of the group, shared out among the threads
 *         for each member m of the term
 *             slot[m, term] = force on m of the term       in shared memory
 *     for each own particle, one per thread
 *         sum = slots of the particle, in their order
 *         start: force = sum, and the strategy then adds to it
 *         add:   force += sum, after a strategy that has stored its own
 *
 * Each position is read from memory once, and each force is written once. A term is evaluated once
 * in each group that contains one of its members. For long chains that is hardly more than once per
 * term. No atomics are used.
 */
#include "strategies/gpu_bonded.cuh"
#include "strategies/term_group.h"

#ifdef BONDED_MOST
extern __shared__ int4 shared_memory[];

/** A group: its description, read from the array of groups, and its data in shared memory. */
struct term_group {
    int own, places, terms;
    const int *place, *row, *word;
    const unsigned *member;
    const unsigned short *slot;
    vector4 *at;
    REAL *force;  /* forces by slot: all x, then all y, then all z; for bodies also three torque
                   * components */
    REAL *energy; /* energy of each term */

    __device__ __forceinline__ explicit term_group(const gpu_arguments &a)
    {
        const int4 head = __ldg(reinterpret_cast<const int4 *>(a.bonded_start) + 1 + blockIdx.x);
        own = head.y;
        places = head.z;
        terms = head.w;
        place = a.bonded_start + head.x;
        row = place + places;
        word = row + own + 1;
        member = reinterpret_cast<const unsigned *>(word + terms);
        slot = reinterpret_cast<const unsigned short *>(member + terms);
        at = reinterpret_cast<vector4 *>(shared_memory);
        energy = reinterpret_cast<REAL *>(at + TERM_GROUP_PLACES);
        force = energy + terms;
    }

    __device__ __forceinline__ int slots() const
    {
        return BONDED_MOST * terms;
    }

    __device__ __forceinline__ void put(int s, int of, const struct vector &v) const
    {
        REAL *to = force + of * slots() + s;
        to[0] = v.x;
        to[slots()] = v.y;
        to[2 * slots()] = v.z;
    }

    __device__ __forceinline__ struct vector taken(int s, int of) const
    {
        const REAL *from = force + of * slots() + s;
        return vector(from[0], from[slots()], from[2 * slots()]);
    }
};

/** Evaluates term t of the group and stores the force on each member in its slot. */
template <bool ENERGY>
__device__ __forceinline__ void store_term(const gpu_arguments &a, const term_group &group, int t,
                                           unsigned members, int word)
{
    vector4 at[BONDED_MOST];
    body_type bodies[BONDED_MOST];
    struct vector r[BONDED_MOST - 1];
    bonded_force f = {};
    f.selected = a.terms;
#pragma unroll
    for (int m = 0; m < BONDED_MOST; m++) {
        const int k = members >> 8 * m & 255;
        at[m] = group.at[k];
        bodies[m] = body_at(a, __ldg(group.place + k), at[m]);
    }
    evaluate_at(a, word, at, bodies, r, f);
    if (ENERGY)
        group.energy[t] = f.energy;
#pragma unroll
    for (int m = 0; m < BONDED_MOST; m++) {
        group.put(m * group.terms + t, 0, f.force[m]);
        if (HAS_ORIENTATION)
            group.put(m * group.terms + t, 3, f.torque[m]);
    }
}

/**
 * Sums the forces of the group's terms on own particle k. Includes the energies of the terms that
 * begin with this particle.
 */
template <bool ENERGY> __device__ __forceinline__ total sum_slots(const term_group &group, int k)
{
    total sum;
    const int end = __ldg(group.row + k + 1);
    for (int e = __ldg(group.row + k); e < end; e++) {
        const int s = __ldg(group.slot + e);
        const struct vector f = group.taken(s, 0);
        sum.x += to_sum(f.x);
        sum.y += to_sum(f.y);
        sum.z += to_sum(f.z);
        if (ENERGY && s < group.terms)
            sum.energy += to_sum(group.energy[s]);
        if (HAS_ORIENTATION)
            sum.turn(to_sums(group.taken(s, 3)));
    }
    return sum;
}

template <bool ENERGY, bool STARTS> __device__ __forceinline__ void bonded(const gpu_arguments &a)
{
    const term_group group(a);
    if (!STARTS && group.terms == 0)
        return;
    int t = threadIdx.x;
    /* loaded before the barrier, to overlap with the loads of positions */
    unsigned members = t < group.terms ? __ldg(group.member + t) : 0;
    int word = t < group.terms ? __ldg(group.word + t) : 0;
    for (int k = threadIdx.x; k < group.places; k += BLOCK)
        group.at[k] = load(a.position + __ldg(group.place + k));
    __syncthreads();
    while (t < group.terms) {
        store_term<ENERGY>(a, group, t, members, word);
        t += BLOCK;
        if (t < group.terms) {
            members = __ldg(group.member + t);
            word = __ldg(group.word + t);
        }
    }
    __syncthreads();
    for (int k = threadIdx.x; k < group.own; k += BLOCK) {
        const int i = __ldg(group.place + k);
        total sum = sum_slots<ENERGY>(group, k);
        if (!STARTS)
            sum.add(a.force + i, a.torque + i);
        sum.store(a.force + i, a.torque + i, false);
    }
}

template <bool ENERGY> __device__ __forceinline__ void start_arrays(const gpu_arguments &a)
{
    bonded<ENERGY, true>(a);
}

template <bool ENERGY> __device__ __forceinline__ void add_to_arrays(const gpu_arguments &a)
{
    bonded<ENERGY, false>(a);
}

GPU_KERNEL(start, start_arrays)

GPU_KERNEL(add, add_to_arrays)
#endif
