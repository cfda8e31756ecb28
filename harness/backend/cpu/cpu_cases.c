#include "harness/backend/cpu/cpu_members.h"

#include "harness/backend/cpu/machine/cpu_arch.h"
#include "harness/backend/cpu/machine/cpu_kernel.h"
#include "harness/base/memory.h"

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

/** Writes the kernels of a case into `wanted`; returns their number. */
static int kernels_of(const struct kernel_case *spec, struct cpu_wanted wanted[CPU_CASE_KERNELS])
{
    wanted[0] = (struct cpu_wanted){.strategy = spec->strategy->name,
                                    .model = spec->model,
                                    .precision = spec->precision,
                                    .bonded = spec->bonded,
                                    .compiler = spec->target.compiler,
                                    .arch = spec->target.arch};
    return cpu_wanted_of_case(spec->bonding, wanted);
}

/** Compiles the kernels of all cases. If memory runs out, `prepare` compiles them. */
void cpu_cases_compile(struct device *device, const struct kernel_case *cases, int count,
                       const struct compile_watch *watch)
{
    struct error error;
    struct cpu_wanted *wanted =
        memory_allocate(CPU_CASE_KERNELS * (int64_t)count, sizeof *wanted, "", &error);
    int total = 0;
    for (int k = 0; k < count && wanted != NULL; k++) {
        struct cpu_wanted own[CPU_CASE_KERNELS];
        int kernels =
            cpu_arch_runs(cases[k].target.arch, NULL, &error) ? kernels_of(&cases[k], own) : 0;
        for (int l = 0; l < kernels; l++) {
            int before = 0;
            while (before < total && !cpu_wanted_same(&wanted[before], &own[l]))
                before++;
            wanted[before] = own[l];
            total += before == total;
        }
    }
    cpu_kernels_compile(&device->sources, wanted, NULL, total, omp_get_num_procs(), true, watch);
    free(wanted);
}

bool cpu_cases_can_compile(struct device *device, const struct kernel_case *spec,
                           struct error *error)
{
    struct cpu_wanted wanted[CPU_CASE_KERNELS];
    int kernels = kernels_of(spec, wanted);
    if (!cpu_arch_runs(spec->target.arch, NULL, error))
        return false;
    for (int k = 0; k < kernels; k++)
        if (cpu_kernel_find(&device->sources, &wanted[k], error) == NULL &&
            error->code == EXIT_ENVIRONMENT)
            return false;
    return true;
}

bool cpu_cases_compiler(const struct kernel_case *spec, struct kernel_compiler *found)
{
    struct error error;
    const struct cpu_compiler *compiler =
        cpu_compiler_find(spec->target.compiler, spec->target.arch, &error);
    if (compiler == NULL)
        return false;
    snprintf(found->version, sizeof found->version, "%s", compiler->version);
    snprintf(found->arch, sizeof found->arch, "%s", compiler->arch);
    return true;
}

bool cpu_cases_code(struct device *device, const struct workload_spec *spec,
                    const struct strategy *strategy, const int tuning[STRATEGY_TUNINGS],
                    struct kernel_code *code, struct error *error)
{
    const struct kernel_case kernels = {.strategy = strategy,
                                        .model = spec->model,
                                        .precision = spec->precision,
                                        .bonded = system_bonded_needs(spec->system, spec->model),
                                        .bonding = spec->bonding,
                                        .target = spec->target};
    struct cpu_wanted wanted[CPU_CASE_KERNELS];
    struct hash sum = {0};
    (void)tuning;
    *code = (struct kernel_code){0};
    if (strategy->neighbors->build != NULL)
        return error_set(
            error, EXIT_ENVIRONMENT,
            "strategy %s builds its list on the host, by code that is not part of its kernel",
            strategy->name);
    const int count = kernels_of(&kernels, wanted);
    for (int k = 0; k < count; k++) {
        const struct cpu_kernel *kernel = cpu_kernel_find(&device->sources, &wanted[k], error);
        if (kernel == NULL)
            return false;
        sum = hash_sum(sum, cpu_kernel_code(kernel));
    }
    hash_text(sum, code->force);
    return true;
}
