/* Compares the CPU's instruction sets with the sets that a file is compiled for. */
#pragma once

#include <stddef.h>

/** Returns the name of an instruction set that this file requires, but the CPU does not have;
 * NULL if there is none. */
static inline const char *missing_instructions(void)
{
#ifdef __x86_64__
    __builtin_cpu_init();
#ifdef __AVX512F__
    if (!__builtin_cpu_supports("avx512f"))
        return "AVX-512";
#endif
#ifdef __AVX2__
    if (!__builtin_cpu_supports("avx2"))
        return "AVX2";
#endif
#ifdef __FMA__
    if (!__builtin_cpu_supports("fma"))
        return "FMA";
#endif
#ifdef __SSE4_2__
    if (!__builtin_cpu_supports("sse4.2"))
        return "SSE4.2";
#endif
#endif
    return NULL;
}
