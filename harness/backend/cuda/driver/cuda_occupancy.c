#include "harness/backend/cuda/driver/cuda_occupancy.h"

#include <cuda_occupancy.h>

enum { WARP = 32, REGISTERS = 65536, MOST_THREADS = 1024, KIBIBYTE = 1024 };

/* Shared memory per block without opt-in; starting at sm_80, the system reserves some per block. */
enum { USUAL_SHARED = 48 * KIBIBYTE, RESERVED_SHARED = KIBIBYTE, RESERVED_FROM = 80 };

static const struct capability {
    int architecture, threads, shared, block_shared;
} capabilities[] = {
#define CAPABILITY(architecture, threads, shared, block_shared)                                    \
    {architecture, threads, (shared)*KIBIBYTE, (block_shared)*KIBIBYTE},
#include "harness/backend/cuda/driver/capability_table.h"
#undef CAPABILITY
};

static const struct capability *find(int architecture)
{
    for (size_t k = 0; k < sizeof capabilities / sizeof *capabilities; k++)
        if (capabilities[k].architecture == architecture)
            return &capabilities[k];
    return NULL;
}

bool cuda_occupancy(int architecture, int registers, int threads, int64_t shared_bytes,
                    struct occupancy *occupancy)
{
    const struct capability *capability = find(architecture);
    if (capability == NULL || registers < 0 || threads < 1 || threads > MOST_THREADS ||
        shared_bytes < 0)
        return false;
    *occupancy = (struct occupancy){.most = capability->threads / WARP};
    if (shared_bytes > capability->block_shared)
        return true;
    const cudaOccDeviceProp device = {
        .computeMajor = architecture / 10,
        .computeMinor = architecture % 10,
        .maxThreadsPerBlock = MOST_THREADS,
        .maxThreadsPerMultiprocessor = capability->threads,
        .regsPerBlock = REGISTERS,
        .regsPerMultiprocessor = REGISTERS,
        .warpSize = WARP,
        .sharedMemPerBlock = USUAL_SHARED,
        .sharedMemPerMultiprocessor = (size_t)capability->shared,
        .numSms = 1,
        .sharedMemPerBlockOptin = (size_t)capability->block_shared,
        .reservedSharedMemPerBlock = architecture >= RESERVED_FROM ? RESERVED_SHARED : 0,
    };
    const cudaOccFuncAttributes kernel = {
        .maxThreadsPerBlock = MOST_THREADS,
        .numRegs = registers,
        .partitionedGCConfig = PARTITIONED_GC_OFF,
        .shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN,
        .maxDynamicSharedSizeBytes = (size_t)capability->block_shared,
    };
    const cudaOccDeviceState state = {.cacheConfig = CACHE_PREFER_NONE,
                                      .carveoutConfig = SHAREDMEM_CARVEOUT_DEFAULT};
    cudaOccResult result;
    if (cudaOccMaxActiveBlocksPerMultiprocessor(&result, &device, &kernel, &state, threads,
                                                (size_t)shared_bytes) != CUDA_OCC_SUCCESS)
        return false;
    occupancy->blocks = result.activeBlocksPerMultiprocessor;
    occupancy->warps = occupancy->blocks * ((threads + WARP - 1) / WARP);
    occupancy->share = (double)occupancy->warps / occupancy->most;
    return true;
}
