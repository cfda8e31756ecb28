#include "harness/backend/cuda/driver/cuda_block.h"

#include "harness/backend/cuda/driver/cuda_kernel.h"
#include "harness/backend/cuda/driver/cuda_library.h"

static bool load(struct cuda_block *block, const struct source_set *sources, int architecture,
                 struct error *error)
{
    struct kernel_image image;
    if (!kernel_compile_probe(sources, "harness/backend/cuda/probes/block.cu", PRECISION_SINGLE,
                              architecture, &image, error))
        return false;
    bool loaded =
        cuda_module_load(&image, &block->module, error) &&
        cuda_check(cu.cuModuleGetFunction(&block->kernel, block->module, "hold"), "hold", error);
    kernel_image_free(&image);
    return loaded;
}

static bool start(struct cuda_block *block, const struct source_set *sources, int architecture,
                  struct error *error)
{
    if (block->flags != NULL)
        return true;
    void *flags = NULL;
    if (!load(block, sources, architecture, error) ||
        !cuda_check(cu.cuMemHostAlloc(&flags, sizeof *block->flags, CU_MEMHOSTALLOC_DEVICEMAP),
                    "pinned memory", error))
        return false;
    block->flags = flags;
    *block->flags = (struct block_flags){0};
    return cuda_check(cu.cuMemHostGetDevicePointer(&block->address, flags, 0), "pinned memory",
                      error);
}

bool cuda_block_hold(struct cuda_block *block, CUstream stream, const struct source_set *sources,
                     int architecture, double seconds, struct error *error)
{
    if (!start(block, sources, architecture, error)) {
        cuda_block_close(block);
        return false;
    }
    struct block_arguments arguments = {.flags = block->address,
                                        .hold = ++block->holds,
                                        .nanoseconds = (unsigned long long)(1e9 * seconds)};
    return cuda_launch(stream, block->kernel, 1, 1, &arguments, sizeof arguments, error);
}

void cuda_block_release(struct cuda_block *block)
{
    if (block->flags != NULL)
        __atomic_store_n(&block->flags->released, block->holds, __ATOMIC_RELEASE);
}

bool cuda_block_expired(const struct cuda_block *block)
{
    return block->holds > 0 &&
           __atomic_load_n(&block->flags->expired, __ATOMIC_ACQUIRE) == block->holds;
}

void cuda_block_close(struct cuda_block *block)
{
    if (block->flags != NULL)
        cu.cuMemFreeHost(block->flags);
    if (block->module != NULL)
        cu.cuModuleUnload(block->module);
    *block = (struct cuda_block){0};
}
