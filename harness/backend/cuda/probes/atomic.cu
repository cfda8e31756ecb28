/*
 * Atomic adds whose result is not asked for (reductions): of every thread to a place of its own,
 * neighbors side by side, or of all threads to one place. The added number is unknown to the
 * compiler, and the memory outlives the kernel.
 */
#include "harness/backend/cuda/probes/probe_arguments.h"

template <typename T> __device__ __forceinline__ void add(const probe_arguments &a, T addend)
{
    T *to = reinterpret_cast<T *>(a.memory);
    if (a.elements > 1)
        to += blockIdx.x * blockDim.x + threadIdx.x;
    for (long long k = 0; k < a.iterations; k++)
        atomicAdd(to, addend);
}

extern "C" __global__ void __launch_bounds__(256) add_float(const probe_arguments a)
{
    add(a, (float)a.addend);
}

extern "C" __global__ void __launch_bounds__(256) add_double(const probe_arguments a)
{
    add(a, a.addend);
}

#if __CUDA_ARCH__ >= 900
extern "C" __global__ void __launch_bounds__(256) add_float4(const probe_arguments a)
{
    const float addend = (float)a.addend;
    add(a, make_float4(addend, addend, addend, addend));
}
#endif
