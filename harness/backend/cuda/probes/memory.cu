/*
 * Reading: random gathers of 16 bytes, all 32 lanes of a warp apart, and streaming of whole lines.
 * What was read is folded into one number by exclusive or, two instructions per 16 bytes.
 */
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

/* Indices from the high bits of a linear congruential generator (Knuth's constants): two
 * instructions each, and no load of their own. */
extern "C" __global__ void __launch_bounds__(256) gather(const probe_arguments a)
{
    const uint4 *from = reinterpret_cast<const uint4 *>(a.memory);
    const int shift = __clzll(a.elements - 1) - 32;
    unsigned int state = (blockIdx.x * blockDim.x + threadIdx.x) * 2654435761u;
    unsigned int sum = 0;
    for (long long k = 0; k < a.iterations; k++) {
#pragma unroll
        for (int load = 0; load < LOADS; load++) {
            state = state * 1664525u + 1013904223u;
            sum = fold(sum, __ldg(&from[state >> shift]));
        }
    }
    keep(a, sum);
}

/* Every iteration reads the working set once, past L1. */
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
