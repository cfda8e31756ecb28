/*
 * The bonded terms, after any strategy, with one thread per term:
 *
 *     term = number of the thread
 *     for each member i of the term
 *         force[i] += force on i of the term, atomically
 *     energy[first member] += energy of the term, atomically
 *
 * A term is evaluated once. Terms of the same form are consecutive, so the lanes of a warp execute
 * the same code.
 */
#include "strategies/gpu_add.cuh"
#include "strategies/gpu_bonded.cuh"

#ifdef BONDED_MOST
/** Returns the force and torque on member m of a term; the first member also gets the energy. */
__device__ __forceinline__ total share_of(const bonded_force &f, int m)
{
    total sum;
    sum.x = to_sum(f.force[m].x);
    sum.y = to_sum(f.force[m].y);
    sum.z = to_sum(f.force[m].z);
    sum.energy = m == 0 ? to_sum(f.energy) : 0;
#if HAS_ORIENTATION
    sum.torque = to_sums(f.torque[m]);
#endif
    return sum;
}

template <bool ENERGY> __device__ __forceinline__ void add_to_arrays(const gpu_arguments &a)
{
    const int t = blockIdx.x * BLOCK + threadIdx.x;
    if (t >= a.term_count)
        return;
    const int4 four = __ldg(a.bonded + t);
    const int listed[4] = {four.x, four.y, four.z, four.w};
    vector4 at[BONDED_MOST];
    body_type bodies[BONDED_MOST];
    struct vector r[BONDED_MOST - 1];
    bonded_force f = {};
    f.selected = a.terms;
#pragma unroll
    for (int m = 0; m < BONDED_MOST; m++) {
        const int member = listed[m] < 0 ? four.x : listed[m]; /* negative where a term has fewer
                                                                * members */
        at[m] = load(a.position + member);
        bodies[m] = body_at(a, member, at[m]);
    }
    evaluate_at(a, __ldg(a.bonded_start + t), at, bodies, r, f);
#pragma unroll
    for (int m = 0; m < BONDED_MOST; m++)
        if (listed[m] >= 0)
            add_total<ENERGY>(a, a.force + listed[m], a.torque + listed[m], share_of(f, m));
}

GPU_KERNEL(add, add_to_arrays)
#endif
