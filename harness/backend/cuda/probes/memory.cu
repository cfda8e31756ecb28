/*
 * Probes of reading: random gathers (each lane of a warp reads another place), and streaming of
 * whole lines. The loaded words are combined by exclusive or, with two instructions per 16 bytes.
 */
#include "harness/backend/cuda/probes/places.cuh"
#include "harness/backend/cuda/probes/probe_arguments.h"

constexpr int LOADS = 8;

__device__ __forceinline__ unsigned int fold(unsigned int sum, uint4 v)
{
    return sum ^ v.x ^ v.y ^ v.z ^ v.w;
}

__device__ __forceinline__ void keep(const probe_arguments &a, unsigned int sum)
{
    if (sum == a.never)
        *reinterpret_cast<unsigned int *>(a.memory) = sum;
}

extern "C" __global__ void __launch_bounds__(256) gather(const probe_arguments a)
{
    const uint4 *from = reinterpret_cast<const uint4 *>(a.memory);
    places place(a.elements);
    unsigned int sum = 0;
    for (long long k = 0; k < a.iterations; k++) {
#pragma unroll
        for (int load = 0; load < LOADS; load++)
            sum = fold(sum, __ldg(&from[place.next()]));
    }
    keep(a, sum);
}

/* Gathers vectors of four doubles, in two halves. */
extern "C" __global__ void __launch_bounds__(256) gather_wide(const probe_arguments a)
{
    const uint4 *from = reinterpret_cast<const uint4 *>(a.memory);
    places place(a.elements / 2);
    unsigned int sum = 0;
    for (long long k = 0; k < a.iterations; k++) {
#pragma unroll
        for (int load = 0; load < LOADS; load++) {
            const uint4 *wide = from + 2 * place.next();
            sum = fold(fold(sum, __ldg(wide)), __ldg(wide + 1));
        }
    }
    keep(a, sum);
}

extern "C" __global__ void __launch_bounds__(256) gather_shared(const probe_arguments a)
{
    constexpr int PLACES = 1024; /* 16 KiB, the same for all blocks */
    __shared__ uint4 from[PLACES];
    for (int k = threadIdx.x; k < PLACES; k += blockDim.x)
        from[k] = reinterpret_cast<const uint4 *>(a.memory)[k];
    __syncthreads();
    places place(PLACES);
    unsigned int sum = 0;
    for (long long k = 0; k < a.iterations; k++) {
#pragma unroll
        for (int load = 0; load < LOADS; load++)
            sum = fold(sum, from[place.next()]);
    }
    keep(a, sum);
}

/* Reads the working set once per iteration, bypassing L1. */
extern "C" __global__ void __launch_bounds__(256) stream(const probe_arguments a)
{
    const uint4 *from = reinterpret_cast<const uint4 *>(a.memory);
    const long long threads = (long long)gridDim.x * blockDim.x;
    unsigned int sum = 0;
    for (long long k = 0; k < a.iterations; k++) {
#pragma unroll 4
        for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < a.elements;
             i += threads)
            sum = fold(sum, __ldcg(&from[i]));
    }
    keep(a, sum);
}
