/*
 * What every GPU kernel starts from. NVRTC compiles a kernel for one case: REAL, MODEL,
 * MODEL_HEADER, MODEL_CONSTANTS and the strategy's tuning values in capitals (BLOCK, LANES, …) are
 * defined by the harness. A kernel `step` of a strategy has a twin `step_energy`.
 */
#ifndef PAIRLANES_STRATEGIES_GPU_CUH
#define PAIRLANES_STRATEGIES_GPU_CUH

#include "strategies/gpu_types.cuh"

#include MODEL_HEADER

#define JOIN_(a, b) a##b
#define JOIN(a, b)  JOIN_(a, b)
#define OF_MODEL(b) JOIN(MODEL, b)

/** The model's pair function and constants, under the same names for every model. */
#define pair         OF_MODEL(_pair)
#define MODEL_STRUCT struct OF_MODEL(_constants)

/* Not a local variable: of that the tables would lie in every thread's own memory. What is read at
   a constant place is folded; the rest is read through the cache of constant data. */
static __device__ constexpr MODEL_STRUCT all_constants = {MODEL_CONSTANTS};

__device__ __forceinline__ const MODEL_STRUCT &model_constants()
{
    return all_constants;
}

/* Entries of a list that a thread gathers at a time, each with a copy of the pair function behind:
   long ones would not fit the instruction cache. Where sums are in fixed point, pairs of bodies
   have an order, which makes them twice as long. */
#ifndef MODEL_COPIES
#define MODEL_COPIES(c) 4
#endif
#if defined(MODEL_BODY) && defined(FRACTION_BITS)
enum { COPIES = MODEL_COPIES(all_constants) > 1 ? MODEL_COPIES(all_constants) / 2 : 1 };
#else
enum { COPIES = MODEL_COPIES(all_constants) };
#endif

/* Long pair functions and sums of 64 bits need registers more than other blocks beside them:
   without the word the assembler spills for one block more. So does a strategy that says so by
   GATHERS_FIRST, to have all gathers of a group under way. 0 leaves the choice to it. */
#ifdef MODEL_BODY
enum { LEAST_BLOCKS = sizeof(SUM) == 8 || COPIES == 1 ? 1 : 0 };
#elif defined(GATHERS_FIRST)
enum { LEAST_BLOCKS = sizeof(REAL) == 4 ? 1 : 0 };
#else
enum { LEAST_BLOCKS = 0 };
#endif

/** Whether a step enqueued ahead has found that it needs another list
 * (harness/backend/cuda/cuda_steps.h). */
__device__ __forceinline__ bool halted(const gpu_arguments &a)
{
    return a.halted != nullptr && *a.halted != 0;
}

/** Defines the kernel `name` and its twin from `body<energy>(arguments)`. */
#define GPU_KERNEL(name, body)                                                                     \
    extern "C" __global__ void __launch_bounds__(BLOCK, LEAST_BLOCKS)                              \
        name(const __grid_constant__ gpu_arguments arguments)                                      \
    {                                                                                              \
        if (!halted(arguments))                                                                    \
            body<false>(arguments);                                                                \
    }                                                                                              \
    extern "C" __global__ void __launch_bounds__(BLOCK, LEAST_BLOCKS)                              \
        name##_energy(const __grid_constant__ gpu_arguments arguments)                             \
    {                                                                                              \
        if (!halted(arguments))                                                                    \
            body<true>(arguments);                                                                 \
    }

#endif
