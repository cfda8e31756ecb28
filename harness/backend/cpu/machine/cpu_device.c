#include "harness/backend/cpu/machine/cpu_device.h"

#include "harness/backend/cpu/machine/ceilings_cpu.h"
#include "harness/base/machine/processors.h"
#include "harness/base/machine/system_file.h"
#include "harness/base/memory.h"

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/utsname.h>
#include <unistd.h>

static double read_cpu_mhz(void)
{
    FILE *file = system_file_open("/sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq");
    double khz = 0;
    if (file == NULL)
        return 0;
    if (fscanf(file, "%lf", &khz) != 1)
        khz = 0;
    fclose(file);
    return khz / 1000;
}

static void describe_architecture(char *text, size_t size)
{
    struct utsname host;
    snprintf(text, size, "%.*s", (int)size - 1, uname(&host) == 0 ? host.machine : "unknown");
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
        snprintf(text, size, "x86-64-v4");
    else if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        snprintf(text, size, "x86-64-v3");
#endif
}

/*
 * Finds the number of threads: as requested, or all that OpenMP provides. OpenMP starts fewer than
 * requested if it adjusts their number itself or has a limit.
 */
static bool find_threads(int wanted, int *threads, struct error *error)
{
    omp_set_dynamic(0);
    const int most = omp_get_max_active_levels() > 0 ? omp_get_thread_limit() : 1;
    *threads = wanted > 0 ? wanted : omp_get_max_threads();
    if (wanted <= most) {
        *threads = *threads < most ? *threads : most;
        return true;
    }
    return error_set(error, EXIT_ENVIRONMENT,
                     "%d threads are requested, but OpenMP starts at most %d here: unset "
                     "OMP_THREAD_LIMIT and OMP_MAX_ACTIVE_LEVELS, or ask for fewer threads",
                     wanted, most);
}

bool cpu_device_open(const struct device_options *options, struct device **device,
                     struct error *error)
{
    *device = memory_new(1, sizeof **device, "CPU device");
    if (!find_threads(options->threads, &(*device)->threads, error) ||
        !source_load(options->source, &(*device)->sources, error)) {
        free(*device);
        return false;
    }
    struct device_info *info = &(*device)->info;
    if (!processors_name("/proc/cpuinfo", info->name, sizeof info->name))
        snprintf(info->name, sizeof info->name, "CPU");
    describe_architecture(info->architecture, sizeof info->architecture);
    snprintf(info->driver, sizeof info->driver, "OpenMP %d", _OPENMP);
    info->cores = (*device)->threads;
    info->index = -1;
    info->memory_bytes = (int64_t)sysconf(_SC_PHYS_PAGES) * sysconf(_SC_PAGESIZE);
    info->clock_mhz = read_cpu_mhz();
    return true;
}

void cpu_device_close(struct device *device)
{
    cpu_cache_free(&device->cache);
    source_free(&device->sources);
    free(device);
}

const struct device_info *cpu_device_info(const struct device *device)
{
    return &device->info;
}

bool cpu_device_energy(struct device *device, double *joules, struct error *error)
{
    return (device->rapl.packages > 0 || rapl_open(&device->rapl, "/sys/class/powercap", error)) &&
           rapl_read(&device->rapl, joules, error);
}

bool cpu_device_flush(struct device *device, struct error *error)
{
    return cpu_cache_flush(&device->cache, device->threads, error);
}

bool cpu_device_ceilings(struct device *device, struct ceilings *ceilings, struct error *error)
{
    return ceilings_measure_cpu(device->threads, ceilings, error);
}

int cpu_device_count(void)
{
    return 1;
}
