#include "harness/base/version.h"

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
