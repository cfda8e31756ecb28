/*
 * Probes of atomic adds that discard the result (reductions). In the first, each thread adds to a
 * different address next to its neighbors'. In the second, all threads add to the same address. In
 * the third, each adds to random addresses. The compiler cannot determine the number that is added,
 * and the memory outlives the kernel.
 */
#include "harness/backend/cuda/probes/places.cuh"
#include "harness/backend/cuda/probes/probe_arguments.h"

template <typename T> __device__ __forceinline__ void add(const probe_arguments &a, T addend)
{
    T *to = reinterpret_cast<T *>(a.memory);
    if (a.elements > 1)
        to += blockIdx.x * blockDim.x + threadIdx.x;
    for (long long k = 0; k < a.iterations; k++)
        atomicAdd(to, addend);
}

/* Adds three components of a vector, as force kernels do. */
template <typename T> __device__ __forceinline__ void scatter(const probe_arguments &a, T addend)
{
    constexpr int BYTES = 4 * sizeof(T);
    places place(16 * a.elements / BYTES);
    for (long long k = 0; k < a.iterations; k++) {
        T *to = reinterpret_cast<T *>(a.memory + (unsigned long long)BYTES * place.next());
        atomicAdd(to, addend);
        atomicAdd(to + 1, addend);
        atomicAdd(to + 2, addend);
    }
}

extern "C" __global__ void __launch_bounds__(256) add_float(const probe_arguments a)
{
    add(a, (float)a.addend);
}

extern "C" __global__ void __launch_bounds__(256) add_double(const probe_arguments a)
{
    add(a, a.addend);
}

extern "C" __global__ void __launch_bounds__(256) scatter_float(const probe_arguments a)
{
    scatter(a, (float)a.addend);
}

extern "C" __global__ void __launch_bounds__(256) scatter_double(const probe_arguments a)
{
    scatter(a, a.addend);
}

#if __CUDA_ARCH__ >= 900
extern "C" __global__ void __launch_bounds__(256) add_float4(const probe_arguments a)
{
    const float addend = (float)a.addend;
    add(a, make_float4(addend, addend, addend, addend));
}

extern "C" __global__ void __launch_bounds__(256) scatter_float4(const probe_arguments a)
{
    const float addend = (float)a.addend;
    float4 *to = reinterpret_cast<float4 *>(a.memory);
    places place(a.elements);
    for (long long k = 0; k < a.iterations; k++)
        atomicAdd(to + place.next(), make_float4(addend, addend, addend, addend));
}
#endif
