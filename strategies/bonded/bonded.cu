/*
 * The bonded terms, with one thread per particle, before or after any strategy:
 *
 *     i = number of the thread
 *     for each bonded term that i is a member of
 *         sum += force on i of the term
 *         if i is its first member, energy += energy of the term
 *     start: force[i] = sum, and the strategy then adds to it
 *     add:   force[i] += sum, after a strategy that has stored its own
 *
 * A term is evaluated once for each of its members, so no two threads write the same force and no
 * atomics are needed. The two kernels differ only in the last step: `start` is for strategies that
 * add to forces, `add` for strategies that store forces.
 */
#include "strategies/gpu_bonded.cuh"

template <bool ENERGY, bool STARTS> __device__ __forceinline__ void bonded(const gpu_arguments &a)
{
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= a.n)
        return;
    total sum;
    add_bonded<ENERGY>(a, i, sum);
    if (!STARTS)
        sum.add(a.force + i, a.torque + i);
    sum.store(a.force + i, a.torque + i, false);
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
