#include "harness/base/version.h"

#include <stddef.h>

const char *version_number(void)
{
    return PAIRLANES_VERSION;
}

const char *version_commit(void)
{
    return PAIRLANES_COMMIT;
}

const char *version_compiler(void)
{
#ifdef __clang__
    return "clang " __clang_version__;
#else
    return "gcc " __VERSION__;
#endif
}

const char *version_kernel_flags(void)
{
    return PAIRLANES_KERNEL_FLAGS;
}

const char *version_kernel_compiler(void)
{
    return PAIRLANES_KERNEL_COMPILER;
}

const char *version_arch(void)
{
    return PAIRLANES_ARCH;
}

const char *version_list_instructions(void)
{
#if defined(__AVX512F__)
    return "avx512";
#elif defined(__AVX2__)
    return "avx2";
#else
    return "baseline";
#endif
}

const char *version_missing_instructions(void)
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
