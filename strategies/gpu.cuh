/*
 * Base of every GPU kernel. NVRTC compiles a kernel for one case: the harness defines its
 * model, precision, constants and tuning values as macros (strategies/README.md lists them). A
 * kernel `step` of a strategy has a twin `step_energy` that also sums energies.
 */
#ifndef PAIRLANES_STRATEGIES_GPU_CUH
#define PAIRLANES_STRATEGIES_GPU_CUH

#include "strategies/gpu_types.cuh"

#include MODEL_HEADER

#include "models/of_model.h"

/*
 * The constants are no local variable, because the tables among them would then be in every
 * thread's local memory. Constants at a fixed place are folded into the instructions; the others
 * are read through the constant cache.
 */
static __device__ constexpr MODEL_STRUCT all_constants = {MODEL_CONSTANTS};

/** The model's constants. */
__device__ __forceinline__ const MODEL_STRUCT &model_constants()
{
    return all_constants;
}

/* COPIES is how many entries of a list a thread gathers at a time. A copy of the pair function
   follows each, and copies of a long one would not fit the instruction cache. Where sums are in
   fixed point, pairs of bodies are evaluated in an order of their own, which makes the function
   twice as long. */
#if HAS_BODIES && defined(FRACTION_BITS)
enum { COPIES = MODEL_COPIES(all_constants) > 1 ? MODEL_COPIES(all_constants) / 2 : 1 };
#else
enum { COPIES = MODEL_COPIES(all_constants) };
#endif

/* LEAST_BLOCKS is how many blocks the assembler has to fit on a multiprocessor. 1 gives a thread
   all registers: a long pair function, or one with sums of 64 bits, needs them more than further
   resident blocks, and would spill otherwise. A strategy asks for the same by GATHERS_FIRST, so
   that all gathers of a group are under way together. 0 leaves the choice to the assembler. */
#if HAS_BODIES
enum { LEAST_BLOCKS = sizeof(SUM) == 8 || COPIES == 1 ? 1 : 0 };
#elif defined(GATHERS_FIRST)
enum { LEAST_BLOCKS = sizeof(REAL) == 4 ? 1 : 0 };
#else
enum { LEAST_BLOCKS = 0 };
#endif

/**
 * Whether a step that was enqueued ahead needs another list, so that the kernels after it do
 * nothing (harness/backend/cuda/cuda_steps.h).
 */
__device__ __forceinline__ bool halted(const gpu_arguments &a)
{
    return a.halted != nullptr && *a.halted != 0;
}

/** Defines the kernel `name` and its twin from `function<energy>(arguments)`. */
#define GPU_KERNEL(name, function)                                                                 \
    extern "C" __global__ void __launch_bounds__(BLOCK, LEAST_BLOCKS)                              \
        name(const __grid_constant__ gpu_arguments arguments)                                      \
    {                                                                                              \
        if (!halted(arguments))                                                                    \
            function<false>(arguments);                                                            \
    }                                                                                              \
    extern "C" __global__ void __launch_bounds__(BLOCK, LEAST_BLOCKS)                              \
        name##_energy(const __grid_constant__ gpu_arguments arguments)                             \
    {                                                                                              \
        if (!halted(arguments))                                                                    \
            function<true>(arguments);                                                             \
    }

#endif
