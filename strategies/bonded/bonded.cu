/*
 * The bonded terms beside any strategy: a thread per particle takes each term that it is a member
 * of. `start` begins the arrays that a strategy then adds to; `add` comes after one that stores.
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
