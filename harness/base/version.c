#include "harness/base/version.h"

#include "harness/base/missing_instructions.h"

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
    return missing_instructions();
}
