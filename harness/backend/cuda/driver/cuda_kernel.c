#include "harness/backend/cuda/driver/cuda_kernel.h"

#include "harness/backend/cuda/driver/cuda_device.h"
#include "harness/backend/cuda/driver/cuda_library.h"

#include <stdio.h>

bool cuda_module_load(const struct kernel_image *image, CUmodule *module, struct error *error)
{
    CUresult result = cu.cuModuleLoadData(module, image->bytes);
    int driver = 0, major = 0, minor = 0;
    if (result != CUDA_ERROR_UNSUPPORTED_PTX_VERSION && result != CUDA_ERROR_NO_BINARY_FOR_GPU &&
        result != CUDA_ERROR_INVALID_IMAGE)
        return cuda_check(result, "loading a kernel", error);
    cu.cuDriverGetVersion(&driver);
    if (cuda_open_compiler(error))
        rtc.nvrtcVersion(&major, &minor);
    char what[128];
    snprintf(what, sizeof what, "loading a kernel (the driver is for CUDA %d.%d, NVRTC is %d.%d)",
             driver / 1000, driver % 1000 / 10, major, minor);
    return cuda_check(result, what, error);
}

/* Shared memory that any kernel may use; larger sizes require an attribute. */
enum { SHARED_ALWAYS = 32 << 10 };

static bool ask_for_shared(CUfunction kernel, int64_t bytes, struct error *error)
{
    return bytes <= SHARED_ALWAYS ||
           cuda_check(cu.cuFuncSetAttribute(kernel, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                                            (int)bytes),
                      "asking for shared memory", error);
}

bool cuda_launch_shared(CUstream stream, CUfunction kernel, int64_t blocks, int block,
                        int64_t shared_bytes, const void *argument, size_t size,
                        struct error *error)
{
    void *packed[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, (void *)argument, CU_LAUNCH_PARAM_BUFFER_SIZE,
                      &size, CU_LAUNCH_PARAM_END};
    if (blocks == 0)
        return true;
    return ask_for_shared(kernel, shared_bytes, error) &&
           cuda_check(cu.cuLaunchKernel(kernel, (unsigned)blocks, 1, 1, (unsigned)block, 1, 1,
                                        (unsigned)shared_bytes, stream, NULL, packed),
                      "launching a kernel", error);
}

/*
 * Launches a kernel on a device's stream with an attribute. The argument is in `parameters` or in
 * `packed`; the unused one is NULL.
 */
static CUresult launch_with(const struct device *device, CUfunction kernel, int64_t blocks,
                            int block, int64_t shared_bytes, CUlaunchAttribute attribute,
                            void **parameters, void **packed)
{
    const CUlaunchConfig config = {.gridDimX = (unsigned)blocks,
                                   .gridDimY = 1,
                                   .gridDimZ = 1,
                                   .blockDimX = (unsigned)block,
                                   .blockDimY = 1,
                                   .blockDimZ = 1,
                                   .sharedMemBytes = (unsigned)shared_bytes,
                                   .hStream = device->stream,
                                   .attrs = &attribute,
                                   .numAttrs = 1};
    return cu.cuLaunchKernelEx(&config, kernel, parameters, packed);
}

/*
 * First architecture with kernels that can wait for the previous kernel. Maximum threads per
 * multiprocessor of a kernel that is launched early. With more threads, blocks that start early are
 * distributed unevenly: with 31 warps per multiprocessor, fused steps took a tenth longer.
 */
enum { EARLY_ARCHITECTURE = 90, EARLY_THREADS = 512 };

bool cuda_launch_early(const struct device *device, CUfunction kernel, int64_t blocks, int block,
                       int64_t shared_bytes, const void *argument, size_t size, struct error *error)
{
    if (blocks == 0 || device->architecture < EARLY_ARCHITECTURE ||
        blocks * block > (int64_t)device->info.cores * EARLY_THREADS)
        return cuda_launch_shared(device->stream, kernel, blocks, block, shared_bytes, argument,
                                  size, error);
    void *packed[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, (void *)argument, CU_LAUNCH_PARAM_BUFFER_SIZE,
                      &size, CU_LAUNCH_PARAM_END};
    const CUlaunchAttribute early = {.id = CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION,
                                     .value.programmaticStreamSerializationAllowed = 1};
    return ask_for_shared(kernel, shared_bytes, error) &&
           cuda_check(launch_with(device, kernel, blocks, block, shared_bytes, early, NULL, packed),
                      "launching a kernel early", error);
}

int64_t cuda_blocks_together(const struct device *device, CUfunction kernel, int block,
                             struct error *error)
{
    int each = 0;
    return cuda_check(cu.cuOccupancyMaxActiveBlocksPerMultiprocessor(&each, kernel, block, 0),
                      "counting blocks", error)
               ? (int64_t)each * device->info.cores
               : 0;
}

bool cuda_launch_together(const struct device *device, CUfunction kernel, int64_t blocks, int block,
                          const void *argument, struct error *error)
{
    void *parameters[] = {(void *)argument}; /* a cooperative launch does not accept packed
                                              * arguments */
    const CUlaunchAttribute together = {.id = CU_LAUNCH_ATTRIBUTE_COOPERATIVE,
                                        .value.cooperative = 1};
    return cuda_check(launch_with(device, kernel, blocks, block, 0, together, parameters, NULL),
                      "launching a kernel whose blocks run at a time", error);
}

bool cuda_launch(CUstream stream, CUfunction kernel, int64_t blocks, int block,
                 const void *argument, size_t size, struct error *error)
{
    return cuda_launch_shared(stream, kernel, blocks, block, 0, argument, size, error);
}
