/*
 * Base of every CPU kernel. A kernel is compiled into a shared object for each strategy, model and
 * precision. harness/backend/cpu/machine/cpu_kernel.c defines the macros REAL, SUM, PRECISION,
 * MODEL and MODEL_HEADER, and CPU_KERNEL exports the kernel.
 */
#ifndef PAIRLANES_STRATEGIES_CPU_H
#define PAIRLANES_STRATEGIES_CPU_H

#include "strategies/cpu_arguments.h"

#include MODEL_HEADER

#include <assert.h>
#include <string.h>

#include "models/defaults.h"

/**
 * Returns the model's constants in the kernel's precision. In a kernel that is compiled for one
 * variant, the variant is a compile-time constant. If the model has rows, kernels have no variant.
 */
static inline MODEL_STRUCT model_constants(const struct cpu_arguments *a)
{
    MODEL_STRUCT constants;
    real *field = (real *)&constants;
    for (unsigned k = 0; k < sizeof constants / sizeof(real); k++)
        field[k] = (real)a->constants[k];
#if HAS_VARIANTS && !HAS_ROWS
    if (a->variant > 0)
        OF_MODEL(_settle)(&constants, a->variant - 1);
#endif
    return constants;
}

/** Runs a kernel's function with all threads; `variant_and_1` is a compile-time constant. */
#define CPU_RUN(function, energy, variant_and_1)                                                   \
    _Pragma("omp parallel num_threads(arguments->threads)")                                        \
    {                                                                                              \
        struct cpu_arguments own = *arguments;                                                     \
        own.variant = (variant_and_1);                                                             \
        function(&own, energy);                                                                    \
    }

/*
 * The whole kernel is compiled for each of two variants. Models with rows have more variants; only
 * the loops of strategies/unoriented/ are compiled for each of them.
 */
#if HAS_VARIANTS && !HAS_ROWS
static_assert(MODEL_VARIANTS == 2, "CPU_RUN_CASE has a line for each variant");

static inline int variant_of(const struct cpu_arguments *a)
{
    const MODEL_STRUCT constants = model_constants(a);
    return OF_MODEL(_variant)(&constants);
}

#define CPU_RUN_CASE(function, energy)                                                             \
    if (variant_of(arguments) == 1)                                                                \
        CPU_RUN(function, energy, 2)                                                               \
    else                                                                                           \
        CPU_RUN(function, energy, 1)
#else
#define CPU_RUN_CASE(function, energy) CPU_RUN(function, energy, 0)
#endif

/** Implements `clear` of struct cpu_kernel: sets memory to 0 with the kernel's threads. */
static void clear_memory(void *memory, int64_t bytes, int threads)
{
    _Pragma("omp parallel for schedule(static) num_threads(threads)") for (int t = 0; t < threads;
                                                                           t++)
    {
        int64_t begin = bytes * t / threads;
        int64_t end = bytes * (t + 1) / threads;
        if (end > begin)
            memset((char *)memory + begin, 0, (size_t)(end - begin));
    }
}

/** C linkage, because the harness looks up symbols in the object; C++ would mangle names. */
#ifdef __cplusplus
extern "C" {
#endif
extern const struct cpu_kernel pairlanes_kernel;
#ifdef __cplusplus
}
#endif

/**
 * Exports the kernel of a strategy. Every thread of the case calls `function(arguments, energy)`,
 * which divides its loops with `#pragma omp for`. It is inlined for each constant `energy`, and the
 * timed kernel has no energy arithmetic.
 */
#define CPU_KERNEL(strategy_name, function)                                                        \
    static void force(const struct cpu_arguments *arguments)                                       \
    {                                                                                              \
        CPU_RUN_CASE(function, false)                                                              \
    }                                                                                              \
    static void force_energy(const struct cpu_arguments *arguments)                                \
    {                                                                                              \
        CPU_RUN_CASE(function, true)                                                               \
    }                                                                                              \
    const struct cpu_kernel                                                                        \
        pairlanes_kernel = {#strategy_name, TEXT(MODEL), TEXT(PRECISION), force,                   \
                            force_energy,   CPU_POOL,    clear_memory};

/**
 * Forces inlining from the kernel's function down to the pair function, because constants must
 * reach the inner loop.
 */
#define INLINE static inline __attribute__((always_inline))

#endif
