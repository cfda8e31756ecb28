#include "harness/backend/cpu/cpu_cases.h"

#include "harness/backend/cpu/cpu_kernel.h"
#include "harness/base/memory.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>

/** The kernels of a case into `wanted`; how many they are. */
static int kernels_of(const struct kernel_case *spec, struct cpu_wanted wanted[2])
{
    wanted[0] = (struct cpu_wanted){
        .strategy = spec->strategy->name, .model = spec->model, .precision = spec->precision};
    wanted[1] = wanted[0];
    wanted[1].strategy = "bonded";
    return spec->model->bonded_members > 0 ? 2 : 1;
}

static bool same_kernel(const struct cpu_wanted *a, const struct cpu_wanted *b)
{
    return strcmp(a->strategy, b->strategy) == 0 && a->model == b->model &&
           a->precision == b->precision;
}

/** Without memory to do it ahead, prepare compiles. */
void cpu_cases_compile(struct device *device, const struct kernel_case *cases, int count,
                       const struct compile_watch *watch)
{
    struct error error;
    struct cpu_wanted *wanted = memory_allocate(2 * (int64_t)count, sizeof *wanted, "", &error);
    int total = 0;
    for (int k = 0; k < count && wanted != NULL; k++) {
        struct cpu_wanted own[2];
        int kernels = kernels_of(&cases[k], own);
        for (int l = 0; l < kernels; l++) {
            int before = 0;
            while (before < total && !same_kernel(&wanted[before], &own[l]))
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
    struct cpu_wanted wanted[2];
    int kernels = kernels_of(spec, wanted);
    for (int k = 0; k < kernels; k++)
        if (cpu_kernel_find(&device->sources, &wanted[k], error) == NULL &&
            error->code == EXIT_ENVIRONMENT)
            return false;
    return true;
}
