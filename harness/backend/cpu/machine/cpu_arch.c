#include "harness/backend/cpu/machine/cpu_arch.h"

#include "harness/base/version.h"

#include <stdio.h>
#include <string.h>

/*
 * A feature that x86-64 requires from a level on (psABI of x86-64, table 3.1), by its name in
 * compiler options.
 */
struct feature {
    const char *arch, *name;
    bool present;
};

/* Whether the command line of gcc's or clang's internal compiler turns a feature on. */
static bool turns_on(const char *command, const char *name)
{
    char gcc[32], clang[32];
    snprintf(gcc, sizeof gcc, " -m%s ", name);
    snprintf(clang, sizeof clang, " +%s ", name);
    return strstr(command, gcc) != NULL || strstr(command, clang) != NULL;
}

bool cpu_arch_runs(const char *arch, const char *command, struct error *error)
{
    if (arch == NULL)
        arch = version_arch();
#ifdef __x86_64__
    const struct feature features[] = {
        {"x86-64-v2", "sse4.2", __builtin_cpu_supports("sse4.2") != 0},
        {"x86-64-v2", "popcnt", __builtin_cpu_supports("popcnt") != 0},
        {"x86-64-v3", "avx2", __builtin_cpu_supports("avx2") != 0},
        {"x86-64-v3", "fma", __builtin_cpu_supports("fma") != 0},
        {"x86-64-v3", "bmi2", __builtin_cpu_supports("bmi2") != 0},
        {"x86-64-v4", "avx512f", __builtin_cpu_supports("avx512f") != 0},
        {"x86-64-v4", "avx512bw", __builtin_cpu_supports("avx512bw") != 0},
        {"x86-64-v4", "avx512cd", __builtin_cpu_supports("avx512cd") != 0},
        {"x86-64-v4", "avx512dq", __builtin_cpu_supports("avx512dq") != 0},
        {"x86-64-v4", "avx512vl", __builtin_cpu_supports("avx512vl") != 0},
    };
    const bool is_level = strncmp(arch, "x86-64", strlen("x86-64")) == 0;
    for (size_t k = 0; k < sizeof features / sizeof *features; k++) {
        /* the alphabetical order of level names is also the order of the levels */
        const bool needed = is_level ? strcmp(features[k].arch, arch) <= 0
                                     : command != NULL && turns_on(command, features[k].name);
        if (needed && !features[k].present)
            return error_set(error, EXIT_ENVIRONMENT,
                             "this CPU cannot run code for %s: it has no %s", arch,
                             features[k].name);
    }
    return true;
#else
    (void)command;
    return strcmp(arch, "native") == 0 ||
           error_set(error, EXIT_ENVIRONMENT, "this CPU cannot run code for %s: it is no x86-64",
                     arch);
#endif
}
