#include "harness/backend/cpu/machine/cpu_arch.h"

#include <stddef.h>
#include <string.h>

/* What each level of x86-64 adds to the one before (the psABI of x86-64, table 3.1): of each level
   those features by which CPUs with it can be told from those without. */
struct feature {
    const char *arch, *name;
    bool present;
};

bool cpu_arch_runs(const char *arch, struct error *error)
{
#ifdef __x86_64__
    const struct feature features[] = {
        {"x86-64-v2", "SSE4.2", __builtin_cpu_supports("sse4.2") != 0},
        {"x86-64-v2", "POPCNT", __builtin_cpu_supports("popcnt") != 0},
        {"x86-64-v3", "AVX2", __builtin_cpu_supports("avx2") != 0},
        {"x86-64-v3", "FMA", __builtin_cpu_supports("fma") != 0},
        {"x86-64-v3", "BMI2", __builtin_cpu_supports("bmi2") != 0},
        {"x86-64-v4", "AVX512F", __builtin_cpu_supports("avx512f") != 0},
        {"x86-64-v4", "AVX512BW", __builtin_cpu_supports("avx512bw") != 0},
        {"x86-64-v4", "AVX512CD", __builtin_cpu_supports("avx512cd") != 0},
        {"x86-64-v4", "AVX512DQ", __builtin_cpu_supports("avx512dq") != 0},
        {"x86-64-v4", "AVX512VL", __builtin_cpu_supports("avx512vl") != 0},
    };
    if (arch == NULL || strncmp(arch, "x86-64", strlen("x86-64")) != 0)
        return true;
    /* the names of the levels sort as the levels do */
    for (size_t k = 0; k < sizeof features / sizeof *features; k++)
        if (!features[k].present && strcmp(features[k].arch, arch) <= 0)
            return error_set(error, EXIT_ENVIRONMENT,
                             "this CPU cannot run code for %s: it has no %s", arch,
                             features[k].name);
    return true;
#else
    return arch == NULL || strcmp(arch, "native") == 0 ||
           error_set(error, EXIT_ENVIRONMENT, "this CPU cannot run code for %s: it is no x86-64",
                     arch);
#endif
}
