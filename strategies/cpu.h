/*
 * What every CPU kernel starts from. Compiled once per (strategy, model, precision), with REAL,
 * SUM, PRECISION, MODEL and MODEL_HEADER given by harness/backend/cpu/machine/cpu_kernel.c, into a
 * shared object, from which CPU_KERNEL exports the kernel.
 */
#ifndef PAIRLANES_STRATEGIES_CPU_H
#define PAIRLANES_STRATEGIES_CPU_H

#include "strategies/cpu_arguments.h"
#include "strategies/sums.h"

#include MODEL_HEADER

#include <stddef.h>
#include <string.h>

#include "models/of_model.h"

/** The model's constants in the kernel's precision. */
static inline MODEL_STRUCT model_constants(const struct cpu_arguments *a)
{
    MODEL_STRUCT constants;
    real *field = (real *)&constants;
    for (unsigned k = 0; k < sizeof constants / sizeof(real); k++)
        field[k] = (real)a->constants[k];
#ifdef MODEL_SPECIAL
    constants.MODEL_SPECIAL = (real)a->special;
#endif
    return constants;
}

/** Runs a kernel's function with all threads; `is_special` is known to the compiler. */
#define CPU_RUN(function, energy, is_special)                                                      \
    _Pragma("omp parallel num_threads(arguments->threads)")                                        \
    {                                                                                              \
        struct cpu_arguments own = *arguments;                                                     \
        own.special = (is_special);                                                                \
        function(&own, energy);                                                                    \
    }

#ifdef MODEL_SPECIAL
#define CPU_RUN_CASE(function, energy)                                                             \
    if (arguments->constants[offsetof(MODEL_STRUCT, MODEL_SPECIAL) / sizeof(real)] != 0)           \
        CPU_RUN(function, energy, true)                                                            \
    else                                                                                           \
        CPU_RUN(function, energy, false)
#else
#define CPU_RUN_CASE(function, energy) CPU_RUN(function, energy, false)
#endif

/** The member `clear` of struct cpu_kernel. */
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

/** What the harness looks up in the object; C++ would give it another name. */
#ifdef __cplusplus
extern "C" {
#endif
extern const struct cpu_kernel pairlanes_kernel;
#ifdef __cplusplus
}
#endif

/**
 * Exports the kernel of a strategy. Every thread of the case calls `function(arguments, energy)`,
 * which shares its loops out with `#pragma omp for`. It is inlined for each constant `energy`, so
 * that the timed kernel carries no energy arithmetic.
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

/** For everything between a kernel's function and its pairs: constants must reach the inner loop.
 */
#define INLINE static inline __attribute__((always_inline))

#endif
