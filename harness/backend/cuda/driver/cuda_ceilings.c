/*
 * Measures the GPU's ceilings with the kernels of probes/, which run with the largest number of
 * threads that fits.
 */
#include "harness/backend/cuda/driver/cuda_ceilings.h"
#include "harness/backend/cuda/driver/cuda_device.h"
#include "harness/backend/cuda/driver/cuda_kernel.h"
#include "harness/backend/cuda/driver/cuda_memory.h"
#include "harness/backend/cuda/probes/probe_arguments.h"

enum { BLOCK = 256, WARP = 32, CHAINS = 8, LOADS = 8, VECTOR = 16 };

enum level { LEVEL_NONE, LEVEL_L1, LEVEL_L2, LEVEL_DRAM };

/* The kernel of each ceiling. A `work` of 0 means the bytes of the working set. */
static const struct row {
    enum ceiling_kind kind;
    const char *source, *kernel;
    enum precision precision;
    double work; /* work of one thread in one iteration */
    enum level level;
    bool conflict;
    int architecture; /* first architecture that has the unit */
} rows[] = {
    {CEILING_FMA_SINGLE, "arithmetic", "fma_chains", PRECISION_SINGLE, 2.0 * 32 * CHAINS,
     LEVEL_NONE, false, 0},
    {CEILING_FMA_DOUBLE, "arithmetic", "fma_chains", PRECISION_DOUBLE, 2.0 * 32 * CHAINS,
     LEVEL_NONE, false, 0},
    {CEILING_RSQRT_SINGLE, "arithmetic", "rsqrt_chains", PRECISION_SINGLE, 4 * CHAINS, LEVEL_NONE,
     false, 0},
    {CEILING_RSQRT_DOUBLE, "arithmetic", "rsqrt_chains", PRECISION_DOUBLE, 4 * CHAINS, LEVEL_NONE,
     false, 0},
    {CEILING_RECIPROCAL_SINGLE, "arithmetic", "reciprocal_chains", PRECISION_SINGLE, 4 * CHAINS,
     LEVEL_NONE, false, 0},
    {CEILING_RECIPROCAL_DOUBLE, "arithmetic", "reciprocal_chains", PRECISION_DOUBLE, 4 * CHAINS,
     LEVEL_NONE, false, 0},
    {CEILING_GATHER_L1, "memory", "gather", PRECISION_SINGLE, LOADS, LEVEL_L1, false, 0},
    {CEILING_GATHER_L2, "memory", "gather", PRECISION_SINGLE, LOADS, LEVEL_L2, false, 0},
    {CEILING_GATHER_DRAM, "memory", "gather", PRECISION_SINGLE, LOADS, LEVEL_DRAM, false, 0},
    {CEILING_GATHER_WIDE, "memory", "gather_wide", PRECISION_SINGLE, 2 * LOADS, LEVEL_L1, false, 0},
    {CEILING_GATHER_SHARED, "memory", "gather_shared", PRECISION_SINGLE, LOADS, LEVEL_NONE, false,
     0},
    {CEILING_STREAM_L2, "memory", "stream", PRECISION_SINGLE, 0, LEVEL_L2, false, 0},
    {CEILING_STREAM_DRAM, "memory", "stream", PRECISION_SINGLE, 0, LEVEL_DRAM, false, 0},
    {CEILING_ATOMIC_FLOAT, "atomic", "add_float", PRECISION_SINGLE, 1, LEVEL_NONE, false, 0},
    {CEILING_ATOMIC_FLOAT4, "atomic", "add_float4", PRECISION_SINGLE, 1, LEVEL_NONE, false, 90},
    {CEILING_ATOMIC_DOUBLE, "atomic", "add_double", PRECISION_SINGLE, 1, LEVEL_NONE, false, 60},
    {CEILING_SCATTER_FLOAT, "atomic", "scatter_float", PRECISION_SINGLE, 3, LEVEL_L2, false, 0},
    {CEILING_SCATTER_FLOAT4, "atomic", "scatter_float4", PRECISION_SINGLE, 1, LEVEL_L2, false, 90},
    {CEILING_SCATTER_DOUBLE, "atomic", "scatter_double", PRECISION_SINGLE, 3, LEVEL_L2, false, 60},
    {CEILING_CONFLICT_FLOAT, "atomic", "add_float", PRECISION_SINGLE, 1, LEVEL_NONE, true, 0},
    {CEILING_CONFLICT_FLOAT4, "atomic", "add_float4", PRECISION_SINGLE, 1, LEVEL_NONE, true, 90},
    {CEILING_CONFLICT_DOUBLE, "atomic", "add_double", PRECISION_SINGLE, 1, LEVEL_NONE, true, 60},
    {CEILING_SHUFFLE, "arithmetic", "shuffle_chains", PRECISION_SINGLE, 4 * CHAINS, LEVEL_NONE,
     false, 0},
    {CEILING_ISSUE, "arithmetic", "fma_chains", PRECISION_SINGLE, 32.0 * CHAINS / WARP, LEVEL_NONE,
     false, 0},
};

struct bench {
    struct device *device;
    int64_t blocks;
    struct cuda_buffer memory;
    CUfunction kernel;
    struct probe_arguments arguments;
};

static bool run(void *context, int64_t iterations, double *nanoseconds, struct error *error)
{
    struct bench *bench = context;
    bench->arguments.iterations = iterations;
    return cuda_timer_begin(bench->device, error) &&
           cuda_launch(bench->device->stream, bench->kernel, bench->blocks, BLOCK,
                       &bench->arguments, sizeof bench->arguments, error) &&
           cuda_timer_end(bench->device, nanoseconds, error);
}

static bool attribute(const struct device *device, CUdevice_attribute which, const char *what,
                      int *value, struct error *error)
{
    return cuda_check(cu.cuDeviceGetAttribute(value, which, device->handle), what, error);
}

/*
 * Creates the bench. The probes use no shared memory, so all of the memory that L1 shares with it
 * belongs to L1.
 */
static bool bench_start(struct bench *bench, struct ceilings *ceilings, struct error *error)
{
    int threads = 0;
    int l1 = 0;
    int l2 = 0;
    const struct device *device = bench->device;
    if (!attribute(device, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR,
                   "asking for the threads of a multiprocessor", &threads, error) ||
        !attribute(device, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR,
                   "asking for the size of L1", &l1, error) ||
        !attribute(device, CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE, "asking for the size of L2", &l2,
                   error))
        return false;
    ceilings->cache_bytes[0] = (int64_t)l1 * device->info.cores;
    ceilings->cache_bytes[1] = l2;
    bench->blocks = (int64_t)device->info.cores * (threads / BLOCK);
    int64_t bytes = ceilings_power_of_two(16 * (int64_t)l2);
    if (bytes > device->info.memory_bytes / 4)
        bytes = ceilings_power_of_two(device->info.memory_bytes / 4);
    return cuda_buffer_resize(&bench->memory, bytes, 1, "memory to read", error) &&
           cuda_check(cu.cuMemsetD8Async(bench->memory.address, 1, (size_t)bytes, device->stream),
                      "clearing memory", error);
}

/* Returns a working set that is smaller than the cache, because other data also need space. */
static int64_t working_set(const struct bench *bench, const struct ceilings *ceilings,
                           enum level level)
{
    switch (level) {
    case LEVEL_L1:
        return ceilings_power_of_two(ceilings->cache_bytes[0] / ceilings->info.cores / 4);
    case LEVEL_L2:
        return ceilings_power_of_two(ceilings->cache_bytes[1] / 4);
    case LEVEL_DRAM:
        return bench->memory.bytes;
    default:
        return 0;
    }
}

static bool measure(struct bench *bench, const struct row *row, struct ceilings *ceilings,
                    struct error *error)
{
    const int64_t bytes = working_set(bench, ceilings, row->level);
    const int64_t threads = bench->blocks * BLOCK;
    const struct ceiling_probe probe = {
        .work = row->work > 0 ? row->work * (double)threads : (double)bytes,
        .set_bytes = bytes,
        .run = run,
        .context = bench,
    };
    bench->arguments = (struct probe_arguments){
        .memory = bench->memory.address,
        .elements = row->conflict ? 1
                    : bytes > 0   ? bytes / VECTOR
                                  : threads,
        .factor = 0.75,
        .addend = 0.25,
        .never = 0x5bd1e995,
    };
    char path[64];
    struct kernel_image image;
    CUmodule module = NULL;
    snprintf(path, sizeof path, "harness/backend/cuda/probes/%s.cu", row->source);
    if (!kernel_compile_probe(&bench->device->sources, path, row->precision,
                              bench->device->architecture, &image, error))
        return false;
    bool good = cuda_module_load(&image, &module, error) &&
                cuda_check(cu.cuModuleGetFunction(&bench->kernel, module, row->kernel), row->kernel,
                           error) &&
                ceiling_measure(&probe, &ceilings->ceiling[row->kind], error);
    if (module != NULL)
        cu.cuModuleUnload(module);
    kernel_image_free(&image);
    return good;
}

bool cuda_ceilings_measure(struct device *device, struct ceilings *ceilings, struct error *error)
{
    struct bench bench = {.device = device};
    bool good = bench_start(&bench, ceilings, error);
    for (size_t k = 0; k < sizeof rows / sizeof *rows && good; k++)
        if (device->architecture >= rows[k].architecture)
            good = measure(&bench, &rows[k], ceilings, error);
    cuda_buffer_free(&bench.memory);
    return good;
}
