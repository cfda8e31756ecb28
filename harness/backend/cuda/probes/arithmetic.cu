/*
 * Probes of arithmetic without memory: fused multiply-adds, reciprocals and reciprocal square
 * roots, in eight independent chains per thread. With 2,048 threads per multiprocessor, each of the
 * four schedulers has 128 chains, far more than any latency requires. The loop of multiply-adds is
 * unrolled until its overhead is only 1 %. Its code still fits into an instruction cache.
 */
#include "harness/backend/cuda/probes/probe_arguments.h"

constexpr int CHAINS = 8;

struct chains {
    REAL x[CHAINS];

    __device__ explicit chains(REAL factor)
    {
        for (int c = 0; c < CHAINS; c++)
            x[c] = (REAL)(1 + (threadIdx.x & 31)) * factor + (REAL)c;
    }

    __device__ void keep(const probe_arguments &a) const
    {
        REAL sum = 0;
        for (int c = 0; c < CHAINS; c++)
            sum += x[c];
        if (sum == (REAL)a.never)
            *reinterpret_cast<REAL *>(a.memory) = sum;
    }
};

extern "C" __global__ void __launch_bounds__(256) fma_chains(const probe_arguments a)
{
    const REAL factor = (REAL)a.factor;
    const REAL addend = (REAL)a.addend;
    chains value(factor);
    for (long long k = 0; k < a.iterations; k++) {
#pragma unroll
        for (int repeat = 0; repeat < 32; repeat++)
#pragma unroll
            for (int c = 0; c < CHAINS; c++)
                value.x[c] = value.x[c] * factor + addend;
    }
    value.keep(a);
}

extern "C" __global__ void __launch_bounds__(256) rsqrt_chains(const probe_arguments a)
{
    chains value((REAL)a.factor);
#pragma unroll 1
    for (long long k = 0; k < a.iterations; k++) {
#pragma unroll
        for (int repeat = 0; repeat < 4; repeat++)
#pragma unroll
            for (int c = 0; c < CHAINS; c++)
                value.x[c] = rsqrt(value.x[c]);
    }
    value.keep(a);
}

/*
 * Each chain also has a sum in single precision. Otherwise a compiler with fast division would
 * replace the reciprocal of a reciprocal by the number itself.
 */
extern "C" __global__ void __launch_bounds__(256) reciprocal_chains(const probe_arguments a)
{
    const REAL addend = sizeof(REAL) == 4 ? (REAL)a.addend : 0;
    chains value((REAL)a.factor);
#pragma unroll 1
    for (long long k = 0; k < a.iterations; k++) {
#pragma unroll
        for (int repeat = 0; repeat < 4; repeat++)
#pragma unroll
            for (int c = 0; c < CHAINS; c++)
                value.x[c] = (REAL)1 / (sizeof(REAL) == 4 ? value.x[c] + addend : value.x[c]);
    }
    value.keep(a);
}

/*
 * Adds the value of another lane to each value. Each shuffle of a chain thus waits for the previous
 * one.
 */
extern "C" __global__ void __launch_bounds__(256) shuffle_chains(const probe_arguments a)
{
    chains value((REAL)a.factor);
    for (long long k = 0; k < a.iterations; k++) {
#pragma unroll
        for (int repeat = 0; repeat < 4; repeat++)
#pragma unroll
            for (int c = 0; c < CHAINS; c++)
                value.x[c] = __shfl_xor_sync(0xffffffffu, value.x[c], 1 << repeat) - value.x[c];
    }
    value.keep(a);
}
